import type { Instant } from '@talus/contract'
import { toAttributes } from '../json/json-attributes.ts'
import type { JsonDataSet } from '../json/dicom-json.ts'
import type { Attributes } from '../write/attributes.ts'
import { createPersonName } from '../write/text.ts'
import { copyPatientAndStudy } from './copied-attributes.ts'
import { createGraphicObjects, createTextObject } from './graphic-annotations.ts'
import type { GraphicMark, ImagePoint, TextAnnotation } from './graphic-annotations.ts'
import type { StoredTables } from './stored-tables.ts'
import { createStudyClock } from './times.ts'

const presentationStateSopClass = '1.2.840.10008.5.1.4.1.1.11.1'

interface ShownWindow {
  readonly center: number
  readonly width: number
  readonly voiLut?: number | undefined
}

/** How a user viewed an image. It is flipped first, then rotated clockwise. */
export interface PresentationStateInput {
  /** The attributes of the image; the presentation state belongs to the same patient and study. */
  readonly image: JsonDataSet
  readonly timeZone: string
  readonly studyStartedAt: Instant
  readonly series: { readonly instanceUid: string; readonly number: number }
  readonly instance: {
    readonly sopInstanceUid: string
    readonly number: number
    readonly createdAt: Instant
  }
  readonly creator: string
  readonly description: string
  readonly softwareVersion: string
  readonly rotation: 0 | 90 | 180 | 270
  readonly hflip: boolean
  readonly vflip: boolean
  readonly isInverted: boolean
  /** Null is the window of the file; `voiLut` is the number of a VOI LUT in `tables`, from 0. */
  readonly window: ShownWindow | null
  /** The lookup tables of the image; undefined if it has none. */
  readonly tables?: StoredTables | undefined
  /** Two opposite corners of the displayed area; null is the whole image. */
  readonly area: { readonly start: ImagePoint; readonly end: ImagePoint } | null
  /** The referenced frame, from 1; undefined for all frames and for a single-frame image. */
  readonly frame?: number | undefined
  readonly marks: readonly GraphicMark[]
  readonly texts: readonly TextAnnotation[]
}

const readNumbers = (attributes: Attributes, keyword: string): number[] => {
  const value = attributes[keyword]
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((one) => (typeof one === 'number' ? [one] : []))
}
const readText = (attributes: Attributes, keyword: string): string => {
  const value = attributes[keyword]
  return typeof value === 'string' ? value : ''
}

const pick = (image: JsonDataSet, ...keywords: readonly string[]) => toAttributes(image, keywords)
const hasAttribute = (image: JsonDataSet, keyword: string) => keyword in pick(image, keyword)

const findVoiTable = ({ window, tables }: Pick<PresentationStateInput, 'window' | 'tables'>) =>
  window?.voiLut === undefined ? undefined : tables?.voi[window.voiLut]

/** Whether the data of lookup tables, which the attributes do not include, are needed. */
export const needsStoredTables = ({
  image,
  window,
}: Pick<PresentationStateInput, 'image' | 'window'>) =>
  hasAttribute(image, 'ModalityLUTSequence') || window?.voiLut !== undefined

/**
 * Whether a greyscale presentation state can represent the view: not for colours, and not if a LUT
 * is needed that cannot be copied. /
 */
export function isPresentable({
  image,
  window,
  tables,
}: Pick<PresentationStateInput, 'image' | 'window' | 'tables'>) {
  const facts = pick(image, 'SamplesPerPixel', 'PhotometricInterpretation', 'Rows', 'Columns')
  const isGrey = readText(facts, 'PhotometricInterpretation').startsWith('MONOCHROME')
  const hasSize = readNumbers(facts, 'Rows').length > 0 && readNumbers(facts, 'Columns').length > 0
  const lacksModality = hasAttribute(image, 'ModalityLUTSequence') && !tables?.modality
  const lacksTable =
    window?.voiLut === undefined
      ? window === null && hasAttribute(image, 'VOILUTSequence')
      : findVoiTable({ window, tables })?.['LUTData'] === undefined
  return isGrey && hasSize && !lacksModality && !lacksTable
}

/** The number of frames of an image, from its attributes. */
export const readNumberOfFrames = (image: JsonDataSet): number =>
  readNumbers(pick(image, 'NumberOfFrames'), 'NumberOfFrames')[0] ?? 1

/** The standard rotates first, then flips; a vertical flip is a horizontal flip and a half turn. */
function toDicomTransformation({ rotation, hflip, vflip }: PresentationStateInput) {
  const isMirrored = hflip !== vflip
  const clockwise = rotation + (vflip ? 180 : 0)
  return { isMirrored, rotation: (isMirrored ? 720 - clockwise : clockwise) % 360 }
}

/** The displayed position of a corner; both are given as directions from the centre. */
function transformCorner(x: number, y: number, rotation: number, isMirrored: boolean) {
  let [right, down] = [x, y]
  for (let angle = 0; angle < rotation; angle += 90) [right, down] = [-down, right]
  return [isMirrored ? -right : right, down]
}

const isPositivePair = (pair: readonly number[]) =>
  pair.length === 2 && pair.every((one) => one > 0)

function createDisplayedArea(input: PresentationStateInput): Attributes {
  const { image, area } = input
  const facts = pick(
    image,
    'Rows',
    'Columns',
    'PixelSpacing',
    'ImagerPixelSpacing',
    'PixelAspectRatio',
  )
  const [rows = 1] = readNumbers(facts, 'Rows')
  const [columns = 1] = readNumbers(facts, 'Columns')
  const clamp = (value: number, most: number) => Math.min(most, Math.max(1, value))
  const { start, end } = area ?? { start: { x: 0, y: 0 }, end: { x: columns, y: rows } }
  // Pixels count from 1, and both corners are shown. The nearest edges of pixels: a corner that was
  // computed from the screen misses an edge by a rounding error, and would add a row of pixels.
  const left = clamp(Math.round(Math.min(start.x, end.x)) + 1, columns)
  const right = clamp(Math.max(left, Math.round(Math.max(start.x, end.x))), columns)
  const top = clamp(Math.round(Math.min(start.y, end.y)) + 1, rows)
  const bottom = clamp(Math.max(top, Math.round(Math.max(start.y, end.y))), rows)
  const { rotation, isMirrored } = toDicomTransformation(input)
  // The corner that is displayed at the top left (PS3.3 C.10.4), whichever it is in the file.
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x, y] as const))
  const [x, y] = corners.find(([cornerX, cornerY]) => {
    const [toX, toY] = transformCorner(cornerX, cornerY, rotation, isMirrored)
    return toX === -1 && toY === -1
  }) ?? [-1, -1]
  const spacing = [
    readNumbers(facts, 'PixelSpacing'),
    readNumbers(facts, 'ImagerPixelSpacing'),
  ].find(isPositivePair)
  const ratio = readNumbers(facts, 'PixelAspectRatio').map(Math.round)
  return {
    DisplayedAreaTopLeftHandCorner: [x === -1 ? left : right, y === -1 ? top : bottom],
    DisplayedAreaBottomRightHandCorner: [x === -1 ? right : left, y === -1 ? bottom : top],
    PresentationSizeMode: 'SCALE TO FIT',
    ...(spacing
      ? { PresentationPixelSpacing: spacing }
      : { PresentationPixelAspectRatio: isPositivePair(ratio) ? ratio : [1, 1] }),
  }
}

function createModality({ image, tables }: PresentationStateInput): Attributes {
  if (tables?.modality && hasAttribute(image, 'ModalityLUTSequence'))
    return { ModalityLUTSequence: [tables.modality] }
  const facts = pick(image, 'RescaleSlope', 'RescaleIntercept', 'RescaleType')
  const [slope = 1] = readNumbers(facts, 'RescaleSlope')
  const [intercept = 0] = readNumbers(facts, 'RescaleIntercept')
  if (!hasAttribute(image, 'RescaleSlope') || slope === 0) return {}
  const type = readText(facts, 'RescaleType') || 'US'
  return { RescaleIntercept: intercept, RescaleSlope: slope, RescaleType: type }
}

function createVoiLut({ image, window, tables }: PresentationStateInput): Attributes {
  const table = findVoiTable({ window, tables })
  if (table) return { SoftcopyVOILUTSequence: [{ VOILUTSequence: [table] }] }
  const facts = pick(image, 'WindowCenter', 'WindowWidth', 'VOILUTFunction')
  const [center] = window ? [window.center] : readNumbers(facts, 'WindowCenter')
  const [width] = window ? [window.width] : readNumbers(facts, 'WindowWidth')
  if (center === undefined || width === undefined) return {}
  const shape = readText(facts, 'VOILUTFunction') || undefined
  return {
    SoftcopyVOILUTSequence: [{ WindowCenter: center, WindowWidth: width, VOILUTFunction: shape }],
  }
}

/** Whether low values are white; the shape of the presentation state replaces that of the image. */
function getLutShape({ image, isInverted }: PresentationStateInput): 'IDENTITY' | 'INVERSE' {
  const facts = pick(image, 'PresentationLUTShape', 'PhotometricInterpretation')
  const shape = readText(facts, 'PresentationLUTShape')
  const isImageInverse =
    shape === 'INVERSE' ||
    (shape !== 'IDENTITY' && readText(facts, 'PhotometricInterpretation') === 'MONOCHROME1')
  return isImageInverse === isInverted ? 'IDENTITY' : 'INVERSE'
}

const layer = 'DRAWINGS'

function createAnnotations(input: PresentationStateInput): Attributes {
  const graphics = input.marks.flatMap(createGraphicObjects)
  const texts = input.texts.filter(({ text }) => text.trim() !== '').map(createTextObject)
  if (graphics.length === 0 && texts.length === 0) return {}
  return {
    GraphicAnnotationSequence: [
      {
        GraphicLayer: layer,
        GraphicObjectSequence: graphics.length > 0 ? graphics : undefined,
        TextObjectSequence: texts.length > 0 ? texts : undefined,
      },
    ],
    GraphicLayerSequence: [{ GraphicLayer: layer, GraphicLayerOrder: 1 }],
  }
}

function createReference({ image, frame }: PresentationStateInput): Attributes {
  const facts = pick(image, 'SOPClassUID', 'SOPInstanceUID', 'SeriesInstanceUID')
  return {
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: facts['SeriesInstanceUID'],
        ReferencedImageSequence: [
          {
            ReferencedSOPClassUID: facts['SOPClassUID'],
            ReferencedSOPInstanceUID: facts['SOPInstanceUID'],
            ReferencedFrameNumber: readNumberOfFrames(image) > 1 ? frame : undefined,
          },
        ],
      },
    ],
  }
}

/**
 * Creates a Grayscale Softcopy Presentation State (PS3.3 A.33.1), which other workstations can
 * apply.
 */
export function createPresentationState(input: PresentationStateInput): Attributes {
  const { image, series, instance, rotation, hflip, vflip } = input
  const clock = createStudyClock(input.timeZone, input.studyStartedAt)
  const created = clock.at(instance.createdAt)
  const context = copyPatientAndStudy(image)
  const isTransformed = rotation !== 0 || hflip || vflip
  const transformation = toDicomTransformation(input)
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: presentationStateSopClass,
    SOPInstanceUID: instance.sopInstanceUid,
    ...context,
    // All times of an object share one offset; that of another device may differ from ours.
    TimezoneOffsetFromUTC:
      readText(context, 'TimezoneOffsetFromUTC') === clock.offset ? clock.offset : undefined,
    Modality: 'PR',
    // The series may show both sides; empty means unknown.
    Laterality: '',
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    Manufacturer: 'Talus',
    SoftwareVersions: input.softwareVersion,
    InstanceNumber: instance.number,
    ContentLabel: 'TALUS',
    ContentDescription: input.description,
    ContentCreatorName: createPersonName(input.creator),
    PresentationCreationDate: created.date,
    PresentationCreationTime: created.time,
    ...createReference(input),
    DisplayedAreaSelectionSequence: [createDisplayedArea(input)],
    ...(isTransformed
      ? {
          ImageRotation: transformation.rotation,
          ImageHorizontalFlip: transformation.isMirrored ? 'Y' : 'N',
        }
      : {}),
    ...createAnnotations(input),
    ...createModality(input),
    ...createVoiLut(input),
    PresentationLUTShape: getLutShape(input),
  }
}
