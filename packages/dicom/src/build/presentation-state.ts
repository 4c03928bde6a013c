import type { Instant } from '@talus/contract'
import { attributesOfJson } from '../json/json-attributes.ts'
import type { JsonDataSet } from '../json/dicom-json.ts'
import type { Attributes } from '../write/attributes.ts'
import { nameOfParts } from '../write/text.ts'
import { graphicsOf, textObject } from './presentation-marks.ts'
import type { PresentedMark, PresentedPoint, PresentedText } from './presentation-marks.ts'
import { clockOf } from './times.ts'

const presentationStateSopClass = '1.2.840.10008.5.1.4.1.1.11.1'

/** How somebody looked at an image. It is mirrored first, then turned clockwise. */
export interface PresentationStateInput {
  /** The attributes of the image, whose patient and study are those of the state. */
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
  /** Null is the window of the file. */
  readonly window: { readonly center: number; readonly width: number } | null
  /** Two opposite corners of what is shown; null is all of it. */
  readonly area: { readonly start: PresentedPoint; readonly end: PresentedPoint } | null
  /** The one frame that it speaks of, from 1; of an image with a single one, and for all, it is absent. */
  readonly frame?: number | undefined
  readonly marks: readonly PresentedMark[]
  readonly texts: readonly PresentedText[]
}

const always =
  'PatientName PatientID PatientBirthDate PatientSex StudyDate StudyTime StudyID AccessionNumber ' +
  'ReferringPhysicianName'
const whereKnown =
  'IssuerOfPatientID OtherPatientIDsSequence PatientAge PatientWeight PatientSpeciesDescription ' +
  'PatientSpeciesCodeSequence PatientBreedDescription PatientBreedCodeSequence ' +
  'BreedRegistrationSequence PatientSexNeutered ResponsiblePerson ResponsiblePersonRole ' +
  'ResponsibleOrganization StudyInstanceUID StudyDescription TimezoneOffsetFromUTC'
/** Of patient and study: these are there even where nobody knows them. */
const present = always.split(' ')
const copied = [...present, ...whereKnown.split(' ')]

const numbers = (attributes: Attributes, keyword: string): number[] => {
  const value = attributes[keyword]
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((one) => (typeof one === 'number' ? [one] : []))
}
const text = (attributes: Attributes, keyword: string): string => {
  const value = attributes[keyword]
  return typeof value === 'string' ? value : ''
}

const told = (image: JsonDataSet, ...keywords: readonly string[]) =>
  attributesOfJson(image, keywords)
const isThere = (image: JsonDataSet, keyword: string) => keyword in told(image, keyword)

/**
 * Whether a greyscale state can say what is seen: not of colours, and not where a table would have to
 * be copied that the attributes do not hold.
 */
export function isPresentable({ image, window }: Pick<PresentationStateInput, 'image' | 'window'>) {
  const facts = told(image, 'SamplesPerPixel', 'PhotometricInterpretation', 'Rows', 'Columns')
  const isGrey = text(facts, 'PhotometricInterpretation').startsWith('MONOCHROME')
  const hasSize = numbers(facts, 'Rows').length > 0 && numbers(facts, 'Columns').length > 0
  const hasTable =
    isThere(image, 'ModalityLUTSequence') || (window === null && isThere(image, 'VOILUTSequence'))
  return isGrey && hasSize && !hasTable
}

/** How many frames an image has, by its attributes. */
export const framesIn = (image: JsonDataSet): number =>
  numbers(told(image, 'NumberOfFrames'), 'NumberOfFrames')[0] ?? 1

/** The standard turns first and mirrors then; a mirror across is a mirror along, turned by half. */
function transformation({ rotation, hflip, vflip }: PresentationStateInput) {
  const isMirrored = hflip !== vflip
  const clockwise = rotation + (vflip ? 180 : 0)
  return { isMirrored, rotation: (isMirrored ? 720 - clockwise : clockwise) % 360 }
}

/** Where a corner, told by its direction from the middle, is seen. */
function seen(x: number, y: number, rotation: number, isMirrored: boolean) {
  let [right, down] = [x, y]
  for (let turned = 0; turned < rotation; turned += 90) [right, down] = [-down, right]
  return [isMirrored ? -right : right, down]
}

function displayedArea(input: PresentationStateInput): Attributes {
  const { image, area } = input
  const facts = told(image, 'Rows', 'Columns', 'PixelSpacing', 'ImagerPixelSpacing')
  const [rows = 1] = numbers(facts, 'Rows')
  const [columns = 1] = numbers(facts, 'Columns')
  const within = (value: number, most: number) => Math.min(most, Math.max(1, value))
  const { start, end } = area ?? { start: { x: 0, y: 0 }, end: { x: columns, y: rows } }
  // Pixels count from 1; those that are cut in part are shown.
  const left = within(Math.floor(Math.min(start.x, end.x)) + 1, columns)
  const right = within(Math.ceil(Math.max(start.x, end.x)), columns)
  const top = within(Math.floor(Math.min(start.y, end.y)) + 1, rows)
  const bottom = within(Math.ceil(Math.max(start.y, end.y)), rows)
  const { rotation, isMirrored } = transformation(input)
  // The corner that is seen at the top left (PS3.3 C.10.4), whichever it is in the file.
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x, y] as const))
  const [x, y] = corners.find(([cornerX, cornerY]) => {
    const [toX, toY] = seen(cornerX, cornerY, rotation, isMirrored)
    return toX === -1 && toY === -1
  }) ?? [-1, -1]
  const spacing = [numbers(facts, 'PixelSpacing'), numbers(facts, 'ImagerPixelSpacing')].find(
    (pair) => pair.length === 2 && pair.every((one) => one > 0),
  )
  return {
    DisplayedAreaTopLeftHandCorner: [x === -1 ? left : right, y === -1 ? top : bottom],
    DisplayedAreaBottomRightHandCorner: [x === -1 ? right : left, y === -1 ? bottom : top],
    PresentationSizeMode: 'SCALE TO FIT',
    ...(spacing ? { PresentationPixelSpacing: spacing } : { PresentationPixelAspectRatio: [1, 1] }),
  }
}

function rescale(image: JsonDataSet): Attributes {
  const facts = told(image, 'RescaleSlope', 'RescaleIntercept', 'RescaleType')
  const [slope = 1] = numbers(facts, 'RescaleSlope')
  const [intercept = 0] = numbers(facts, 'RescaleIntercept')
  if (!isThere(image, 'RescaleSlope') || slope === 0) return {}
  const type = text(facts, 'RescaleType') || 'US'
  return { RescaleIntercept: intercept, RescaleSlope: slope, RescaleType: type }
}

function voi({ image, window }: PresentationStateInput): Attributes {
  const facts = told(image, 'WindowCenter', 'WindowWidth', 'VOILUTFunction')
  const [center] = window ? [window.center] : numbers(facts, 'WindowCenter')
  const [width] = window ? [window.width] : numbers(facts, 'WindowWidth')
  if (center === undefined || width === undefined) return {}
  const shape = text(facts, 'VOILUTFunction') || undefined
  return {
    SoftcopyVOILUTSequence: [{ WindowCenter: center, WindowWidth: width, VOILUTFunction: shape }],
  }
}

/** Low values are white: what a state says of it stands in the place of what the image says. */
function lutShape({ image, isInverted }: PresentationStateInput): 'IDENTITY' | 'INVERSE' {
  const facts = told(image, 'PresentationLUTShape', 'PhotometricInterpretation')
  const shape = text(facts, 'PresentationLUTShape')
  const isImageInverse =
    shape === 'INVERSE' ||
    (shape !== 'IDENTITY' && text(facts, 'PhotometricInterpretation') === 'MONOCHROME1')
  return isImageInverse === isInverted ? 'IDENTITY' : 'INVERSE'
}

const layer = 'DRAWINGS'

function annotations(input: PresentationStateInput): Attributes {
  const graphics = input.marks.flatMap(graphicsOf)
  const texts = input.texts.filter(({ text: words }) => words.trim() !== '').map(textObject)
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

function reference({ image, frame }: PresentationStateInput): Attributes {
  const facts = told(image, 'SOPClassUID', 'SOPInstanceUID', 'SeriesInstanceUID')
  return {
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: facts['SeriesInstanceUID'],
        ReferencedImageSequence: [
          {
            ReferencedSOPClassUID: facts['SOPClassUID'],
            ReferencedSOPInstanceUID: facts['SOPInstanceUID'],
            ReferencedFrameNumber: framesIn(image) > 1 ? frame : undefined,
          },
        ],
      },
    ],
  }
}

/** Grayscale Softcopy Presentation State (PS3.3 A.33.1), which other workstations show an image by. */
export function presentationState(input: PresentationStateInput): Attributes {
  const { image, series, instance, rotation, hflip, vflip } = input
  const clock = clockOf(input.timeZone, input.studyStartedAt)
  const created = clock.at(instance.createdAt)
  const context = told(image, ...copied)
  const isTransformed = rotation !== 0 || hflip || vflip
  const shown = transformation(input)
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: presentationStateSopClass,
    SOPInstanceUID: instance.sopInstanceUid,
    ...Object.fromEntries(present.map((keyword) => [keyword, ''])),
    ...context,
    // All times of an object have one offset; another machine's may not be ours.
    TimezoneOffsetFromUTC:
      text(context, 'TimezoneOffsetFromUTC') === clock.offset ? clock.offset : undefined,
    Modality: 'PR',
    // Of a series that may show both sides; empty means that nobody says.
    Laterality: '',
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    Manufacturer: 'Talus',
    SoftwareVersions: input.softwareVersion,
    InstanceNumber: instance.number,
    ContentLabel: 'TALUS',
    ContentDescription: input.description,
    ContentCreatorName: nameOfParts(input.creator),
    PresentationCreationDate: created.date,
    PresentationCreationTime: created.time,
    ...reference(input),
    DisplayedAreaSelectionSequence: [displayedArea(input)],
    ...(isTransformed
      ? {
          ImageRotation: shown.rotation,
          ImageHorizontalFlip: shown.isMirrored ? 'Y' : 'N',
        }
      : {}),
    ...annotations(input),
    ...rescale(image),
    ...voi(input),
    PresentationLUTShape: lutShape(input),
  }
}
