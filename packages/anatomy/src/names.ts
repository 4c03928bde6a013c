import type { Language } from '@talus/contract'

/** What a thing is called on screen and on paper. What is stored is its key, never one of these. */
export type Names = Readonly<Record<Language, string>>

/** A code of SNOMED CT as DICOM writes it: value, scheme SCT, meaning. */
export interface SnomedCode {
  readonly value: string
  readonly meaning: string
}
