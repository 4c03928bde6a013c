type Simple = string | number

/**
 * A string is one value, whatever is in it; several values are an array. Null, an empty string and an
 * empty array are an element without value, and undefined is no element.
 */
export type AttributeValue =
  | Simple
  | readonly Simple[]
  | Uint8Array
  | readonly Attributes[]
  | null
  | undefined

/** A data set in the making, by the keywords of PS3.6: `{ PatientName: 'Owner^Animal', Rows: 3000 }`. */
export interface Attributes {
  readonly [keyword: string]: AttributeValue
}

/** For what the rest of our program got wrong, as against a DicomFault, which a file got wrong. */
export const mistake = (keyword: string, what: string) => new TypeError(`${keyword}: ${what}`)

export function valuesOf(value: AttributeValue): readonly (Simple | Attributes)[] | Uint8Array {
  if (value === null || value === undefined || value === '') return []
  return typeof value === 'string' || typeof value === 'number' ? [value] : value
}

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null
