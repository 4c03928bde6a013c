import { findAttribute, findTag } from '../dictionary/dictionary.ts'
import type { Attributes, AttributeValue } from '../write/attributes.ts'
import type { JsonAttribute, JsonDataSet } from './dicom-json.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toSimpleValue = (value: unknown): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : ''

/** Joins the component groups of a person name; empty groups at the end are omitted. */
const joinPersonName = (value: unknown): string =>
  isObject(value)
    ? ['Alphabetic', 'Ideographic', 'Phonetic']
        .map((group) => toSimpleValue(value[group]))
        .join('=')
        .replace(/=+$/u, '')
    : ''

/** Bulk data and inline binary values are not copied. */
function toAttributeValue({ vr, Value = [] }: JsonAttribute): AttributeValue {
  if (vr === 'SQ') return Value.filter(isObject).map((item) => toAllAttributes(item as JsonDataSet))
  const values = Value.map((value) => (vr === 'PN' ? joinPersonName(value) : toSimpleValue(value)))
  return values.length === 1 ? values[0] : values
}

const toAllAttributes = (dataSet: JsonDataSet): Attributes =>
  Object.fromEntries(
    Object.entries(dataSet).flatMap(([digits, attribute]) => {
      const entry = findAttribute(Number.parseInt(digits, 16))
      return entry ? [[entry.keyword, toAttributeValue(attribute)]] : []
    }),
  )

/** Parses text that `formatDicomJson` wrote; it is not validated. */
export const parseDicomJson = (text: string): JsonDataSet => JSON.parse(text) as JsonDataSet

/** Picks attributes of a data set in DICOM JSON, to be written into another object. */
export function toAttributes(dataSet: JsonDataSet, keywords: readonly string[]): Attributes {
  return Object.fromEntries(
    keywords.flatMap((keyword) => {
      const tag = findTag(keyword) ?? 0
      const attribute = dataSet[tag.toString(16).toUpperCase().padStart(8, '0')]
      return attribute ? [[keyword, toAttributeValue(attribute)]] : []
    }),
  )
}
