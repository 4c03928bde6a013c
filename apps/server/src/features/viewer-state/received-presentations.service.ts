import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse } from '@talus/contract'
import type { ImageId, PresentationState, PresentationSummary, StudyId } from '@talus/contract'
import { grayscalePresentationStateSopClass, parseDicomJson, toAttributes } from '@talus/dicom'
import type { Attributes, AttributeValue, JsonDataSet, PresentedImage } from '@talus/dicom'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { readState } from './presentation-files.ts'
import type { PresentationFileDeps } from './presentation-files.ts'
import * as presentations from './presentation.queries.ts'

const toText = (value: AttributeValue) => (typeof value === 'string' ? value.trim() : '')

const toItems = (value: AttributeValue): readonly Attributes[] =>
  Array.isArray(value)
    ? value.filter((one): one is Attributes => typeof one === 'object' && one !== null)
    : []

const toNumbers = (value: AttributeValue): readonly number[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'number' ? [one] : []))

/** The UIDs of the images that a presentation state refers to. */
function listReferencedUids(state: JsonDataSet): readonly string[] {
  const { ReferencedSeriesSequence } = toAttributes(state, ['ReferencedSeriesSequence'])
  return toItems(ReferencedSeriesSequence)
    .flatMap((series) => toItems(series['ReferencedImageSequence']))
    .map((image) => toText(image['ReferencedSOPInstanceUID']))
}

/** Shows `Meier^Anna^^Dr.` as `Dr. Anna Meier`. */
function formatCreator(name: string): string {
  const [family = '', given = '', between = '', prefix = '', suffix = ''] = (
    name.split('=')[0] ?? ''
  ).split('^')
  return [prefix, given, between, family, suffix]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

const formatDate = (text: string) =>
  /^\d{8}$/u.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : ''

/** Lists the presentation states of a study that refer to at least one of its images. */
export async function listPresentations(
  db: ClinicDb,
  studyId: StudyId,
): Promise<PresentationSummary[]> {
  const states = await presentations.listStates(db, studyId)
  if (states.length === 0) return []
  const uids = await presentations.listImageUids(db, studyId)
  return states.flatMap(({ id, sopClassUID, json }) => {
    const state = parseDicomJson(json)
    const referenced = new Set(listReferencedUids(state))
    const imageIds = uids.flatMap((one) => (referenced.has(one.sopInstanceUID) ? [one.id] : []))
    if (imageIds.length === 0) return []
    const facts = toAttributes(state, [
      'ContentLabel',
      'ContentDescription',
      'ContentCreatorName',
      'PresentationCreationDate',
    ])
    return [
      {
        id,
        imageIds: [...new Set(imageIds)],
        label: toText(facts['ContentLabel']),
        description: toText(facts['ContentDescription']),
        creator: formatCreator(toText(facts['ContentCreatorName'])),
        createdOn: formatDate(toText(facts['PresentationCreationDate'])),
        isSupported: sopClassUID === grayscalePresentationStateSopClass,
      },
    ]
  })
}

const isPositivePair = (pair: readonly number[]) =>
  pair.length === 2 && pair.every((one) => Number.isFinite(one) && one > 0)

function describePresented(json: string, sopInstanceUid: string): PresentedImage {
  const spacings = ['PixelSpacing', 'ImagerPixelSpacing', 'PixelAspectRatio'] as const
  const facts = toAttributes(parseDicomJson(json), [
    'Rows',
    'Columns',
    'PixelRepresentation',
    ...spacings,
  ])
  const [rows] = toNumbers(facts['Rows'])
  const [columns] = toNumbers(facts['Columns'])
  if (rows === undefined || columns === undefined) refuse('image/not-presentable')
  const [height = 1, width = 1] =
    spacings.map((name) => toNumbers(facts[name])).find(isPositivePair) ?? []
  const isSigned = toNumbers(facts['PixelRepresentation'])[0] === 1
  return { sopInstanceUid, rows, columns, pixelAspect: height / width, isSigned }
}

const modalityLutSequence = '00283000'

/** Reads how a presentation state shows an image of the same study. */
export async function readPresentationState(
  deps: PresentationFileDeps,
  db: ClinicDb,
  { id, stateId }: { readonly id: ImageId; readonly stateId: ImageId },
): Promise<PresentationState> {
  const found =
    (await presentations.findImageAndState(db, id, stateId)) ?? refuse('record/not-found')
  const uids = await presentations.listImageUids(db, found.studyId)
  const referenced = new Set(listReferencedUids(parseDicomJson(found.stateJson)))
  const uid = uids.find((one) => one.id === id && referenced.has(one.sopInstanceUID))
  if (!uid) refuse('record/not-found')
  const image = describePresented(found.json, uid.sopInstanceUID)
  const { state: read, graphics, shutter, planes } = await readState(deps, found, image)
  // The pixels of such an image are sent after its own modality LUT, which the state repeats.
  const isTransformed = modalityLutSequence in parseDicomJson(found.json)
  const state = isTransformed ? { ...read, modality: { slope: 1, intercept: 0 } } : read
  if (planes.length === 0) return state
  const bits = await promisify(gzip)(Buffer.concat(planes))
  return { ...state, planes: { graphics, shutter, bits: bits.toString('base64') } }
}
