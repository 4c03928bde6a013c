import type { Language } from '@talus/contract'

/** Names for screen and print, by language. The database stores keys, never these names. */
export type LocalizedNames = Readonly<Record<Language, string>>

/** A SNOMED CT code as DICOM encodes it: value, scheme SCT, meaning. */
export interface SnomedCode {
  readonly value: string
  readonly meaning: string
}
