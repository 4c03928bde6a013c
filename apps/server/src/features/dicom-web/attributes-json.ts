import { findAttribute, findTag, parseDicomJson, toOtherPatientJson } from '@talus/dicom'
import type { AttributeValue, Attributes } from '@talus/dicom'
import type { OutgoingChanges } from '../images/index.ts'

interface Element {
  readonly tag: string
  readonly vr: string
}

const elementCache = new Map<string, Element | undefined>()

export const formatTag = (tag: number) => tag.toString(16).toUpperCase().padStart(8, '0')

function findElement(keyword: string): Element | undefined {
  if (!elementCache.has(keyword)) {
    const tag = findTag(keyword)
    const vr = tag === undefined ? undefined : findAttribute(tag)?.vr
    // Attributes with two possible VRs, such as Rows, are never signed here.
    elementCache.set(
      keyword,
      tag === undefined || vr === undefined
        ? undefined
        : { tag: formatTag(tag), vr: vr === 'xs' ? 'US' : vr },
    )
  }
  return elementCache.get(keyword)
}

const numeric = new Set(['IS', 'DS', 'US', 'SS', 'UL', 'SL', 'FL', 'FD'])

type Item = string | number | Attributes

function toItemJson(value: Item, vr: string): string {
  if (typeof value === 'object') return toDicomJson(value)
  if (vr === 'PN') return `{"Alphabetic":${JSON.stringify(String(value))}}`
  if (numeric.has(vr) && Number.isFinite(Number(value))) return String(Number(value))
  return JSON.stringify(String(value))
}

function toValues(value: AttributeValue): readonly Item[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [value]
  return value === null || value === undefined || value instanceof Uint8Array ? [] : value
}

function toValueJson(value: AttributeValue, vr: string): string {
  const values = toValues(value)
  if (values.length === 0) return `{"vr":"${vr}"}`
  return `{"vr":"${vr}","Value":[${values.map((one) => toItemJson(one, vr)).join(',')}]}`
}

/** Converts attributes by keyword to texts of the DICOM JSON model by tag. */
export function toJsonTexts(attributes: Attributes): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [keyword, value] of Object.entries(attributes)) {
    const element = findElement(keyword)
    if (element && value !== undefined) texts.set(element.tag, toValueJson(value, element.vr))
  }
  return texts
}

/** The tags of attributes that have no value any more. */
const listRemovedTags = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([keyword, value]) =>
    value === undefined ? (findElement(keyword)?.tag ?? []) : [],
  )

/** Changes attributes in a header as DICOM JSON. */
export function applyToHeader(json: string, changes: OutgoingChanges | undefined): string {
  if (!changes) return json
  const { attributes, isOtherPatient } = changes
  const { PatientID: patientId, PatientName: patientName } = attributes
  const stored = parseDicomJson(json)
  const header = isOtherPatient ? toOtherPatientJson(stored, { patientId, patientName }) : stored
  const texts = new Map(
    Object.entries(header).map(([tag, value]) => [tag, JSON.stringify(value)] as const),
  )
  for (const tag of listRemovedTags(attributes)) texts.delete(tag)
  return joinJsonTexts(new Map([...texts, ...toJsonTexts(attributes)]))
}

/**
 * Joins the texts in the order of the tags (PS3.18 F.2.2), which a JavaScript object would not
 * keep.
 */
export function joinJsonTexts(texts: ReadonlyMap<string, string>): string {
  const tags = [...texts.keys()].toSorted()
  return `{${tags.map((tag) => `"${tag}":${texts.get(tag)}`).join(',')}}`
}

export const toDicomJson = (attributes: Attributes): string =>
  joinJsonTexts(toJsonTexts(attributes))
