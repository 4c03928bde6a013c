type Simple = string | number

/**
 * A string is a single value, even if it contains a backslash; several values are an array. Null,
 * an empty string and an empty array are an element without value; undefined is no element. /
 */
export type AttributeValue =
  | Simple
  | readonly Simple[]
  | Uint8Array
  | readonly Attributes[]
  | null
  | undefined

/**
 * A data set to be written, by the keywords of PS3.6: `{ PatientName: 'Owner^Animal', Rows: 3000
 * }`.
 */
export interface Attributes {
  readonly [keyword: string]: AttributeValue
}

/** An error in the calling code, unlike a DicomFault, which is an error in a file. */
export const createAttributeError = (keyword: string, what: string) =>
  new TypeError(`${keyword}: ${what}`)

export function toValues(value: AttributeValue): readonly (Simple | Attributes)[] | Uint8Array {
  if (value === null || value === undefined || value === '') return []
  return typeof value === 'string' || typeof value === 'number' ? [value] : value
}

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null
