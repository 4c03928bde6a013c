import { refuse } from '@talus/contract'
import type { TrayDifferences, TrayEntryId } from '@talus/contract'
import { findAttribute, parseDicomJson } from '@talus/dicom'
import type { JsonAttribute, JsonDataSet } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import { comparePixels, openContent } from '../records/content-keys.ts'
import type { ContentDeps } from '../records/content-keys.ts'
import * as archive from '../records/records.queries.ts'
import * as entries from './tray-entries.queries.ts'

const listedMax = 12
const textMax = 120

/** The differences between a file of the tray and the image on file; none without such an image. */
export async function listDifferences(
  deps: ContentDeps,
  db: ClinicDb,
  id: TrayEntryId,
): Promise<TrayDifferences> {
  const { files, readPool } = deps
  const [entry] = await entries.findEntries(db, [id])
  if (!entry || entry.isFileRemoved) refuse('record/not-found')
  const { recordImageId, filePath, byteLength } = entry
  const image = recordImageId === null ? undefined : await entries.findReplaced(db, recordImageId)
  if (!image) return { pixels: 'unknown', attributes: [], more: 0 }
  const { json } = await readStoredAttributes(readPool, files, { key: filePath, byteLength })
  const stored = (await archive.findHeader(db, image.id)) ?? '{}'
  const differing = compareAttributes(parseDicomJson(json), parseDicomJson(stored))
  return {
    pixels: await comparePixels(openContent(deps, filePath), openContent(deps, image.filePath)),
    attributes: differing.slice(0, listedMax),
    more: Math.max(0, differing.length - listedMax),
  }
}

/**
 * UIDs by which both were found or which the question shows already, what is compared with the
 * pixels, and what a correction of the image on file has added.
 */
const notListed = new Set(['00080018', '0020000D', '7FE00008', '7FE00009', '7FE00010', '04000561'])

/** Attributes that a user recognises come first, in this order. */
const firstKeywords = [
  'PatientID',
  'PatientName',
  'PatientBirthDate',
  'BodyPartExamined',
  'ViewPosition',
  'ImageLaterality',
  'Laterality',
  'ImageComments',
  'StudyDescription',
  'SeriesDescription',
  'StudyDate',
  'StudyTime',
  'AcquisitionDate',
  'AcquisitionTime',
]

function compareAttributes(claim: JsonDataSet, record: JsonDataSet): TrayDifferences['attributes'] {
  const tags = new Set([...Object.keys(claim), ...Object.keys(record)])
  return [...tags]
    .filter((tag) => !notListed.has(tag) && toKey(claim[tag]) !== toKey(record[tag]))
    .map((tag) => ({
      tag,
      keyword: findAttribute(Number.parseInt(tag, 16))?.keyword ?? '',
      claim: formatAttribute(claim[tag]),
      record: formatAttribute(record[tag]),
    }))
    .toSorted((one, other) => rank(one) - rank(other) || (one.tag < other.tag ? -1 : 1))
}

function rank({ keyword }: { readonly keyword: string }): number {
  const index = firstKeywords.indexOf(keyword)
  if (index !== -1) return index
  return keyword === '' ? firstKeywords.length + 1 : firstKeywords.length
}

/** An empty attribute says as much as a missing one. */
function toKey(attribute: JsonAttribute | undefined): string {
  const { vr: _vr, ...content } = attribute ?? { vr: '' }
  const key = JSON.stringify(content)
  return key === '{"Value":[]}' ? '{}' : key
}

function formatAttribute(attribute: JsonAttribute | undefined): string {
  const text = listTexts(attribute?.Value ?? []).join(' · ')
  const characters = Array.from(text)
  return characters.length > textMax ? `${characters.slice(0, textMax).join('')}…` : text
}

/** The texts and numbers of a value: of names, of items of sequences, and of a list. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [`${value}`]
  if (Array.isArray(value)) return value.flatMap(listTexts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === 'vr' ? [] : listTexts(part)))
}
