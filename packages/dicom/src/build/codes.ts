import type { SnomedCode } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'

/** An item of a code sequence. */
export const createSnomedItem = ({ value, meaning }: SnomedCode): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: 'SCT',
  CodeMeaning: meaning,
})

/**
 * An item of our private coding scheme, if no published one has a code (PS3.3 8.2: begins with 99).
 */
export const createPrivateCodeItem = (value: string, meaning: string): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: '99TALUS',
  CodeMeaning: meaning,
})
