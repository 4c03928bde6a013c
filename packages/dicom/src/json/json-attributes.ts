import { attributeOf, tagOfKeyword } from '../dictionary/dictionary.ts'
import type { Attributes, AttributeValue } from '../write/attributes.ts'
import type { JsonAttribute, JsonDataSet } from './dicom-json.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const simple = (value: unknown): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : ''

/** The ways in which a name is written, joined again; those that are missing at the end are left out. */
const nameOf = (value: unknown): string =>
  isObject(value)
    ? ['Alphabetic', 'Ideographic', 'Phonetic']
        .map((group) => simple(value[group]))
        .join('=')
        .replace(/=+$/u, '')
    : ''

/** Values that stand elsewhere, and binary ones, are not copied. */
function valueOf({ vr, Value = [] }: JsonAttribute): AttributeValue {
  if (vr === 'SQ') return Value.filter(isObject).map((item) => allOf(item as JsonDataSet))
  const values = Value.map((value) => (vr === 'PN' ? nameOf(value) : simple(value)))
  return values.length === 1 ? values[0] : values
}

const allOf = (dataSet: JsonDataSet): Attributes =>
  Object.fromEntries(
    Object.entries(dataSet).flatMap(([digits, attribute]) => {
      const entry = attributeOf(Number.parseInt(digits, 16))
      return entry ? [[entry.keyword, valueOf(attribute)]] : []
    }),
  )

/** What `dicomJsonText` wrote. */
export const readDicomJson = (text: string): JsonDataSet => JSON.parse(text) as JsonDataSet

/** Attributes out of a data set as DICOM JSON, to be written into another object. */
export function attributesOfJson(dataSet: JsonDataSet, keywords: readonly string[]): Attributes {
  return Object.fromEntries(
    keywords.flatMap((keyword) => {
      const tag = tagOfKeyword(keyword) ?? 0
      const attribute = dataSet[tag.toString(16).toUpperCase().padStart(8, '0')]
      return attribute ? [[keyword, valueOf(attribute)]] : []
    }),
  )
}
