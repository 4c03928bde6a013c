import type { SnomedCode } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'

/** An item of a code sequence. */
export const snomed = ({ value, meaning }: SnomedCode): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: 'SCT',
  CodeMeaning: meaning,
})

/** A code of our own, where no published set has one (PS3.3 8.2: private schemes begin with 99). */
export const ownCode = (value: string, meaning: string): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: '99TALUS',
  CodeMeaning: meaning,
})
