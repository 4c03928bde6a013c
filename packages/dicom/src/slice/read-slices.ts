import { isPixelSize } from '@talus/contract'
import type { Vector } from '@talus/contract'
import { readDouble, readLong } from '../read/binary-numbers.ts'
import type { DataSet } from '../read/data-set.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { countShownFrames, isGreyscale } from '../render/display.ts'
import { createStoredValueReader, getPaddingRange, isInverse } from '../render/greyscale.ts'
import { readModalityLut } from '../render/modality-lut.ts'
import { readWindows } from '../render/voi-lut.ts'
import { sliceTags } from './slice-tags.ts'

/** The attributes of an image that all of its slices share. */
interface ImageAttributes {
  readonly frameOfReferenceUID: string
  readonly patientPosition: string
  readonly anatomicalOrientationType: string
  readonly rows: number
  readonly columns: number
  readonly samples: 1 | 3
  readonly photometric: string
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly isSigned: boolean
  readonly isFloat: boolean
  readonly isLossy: boolean
  readonly units: string
  readonly padding: readonly [number, number] | null
  readonly instanceNumber: number | null
}

interface RealWorldScale {
  readonly slope: number
  readonly intercept: number
  readonly unit: string
}

/** The attributes that each frame of an enhanced image has of its own. */
interface FrameAttributes {
  readonly imageType: readonly string[]
  readonly spacing: readonly [number, number] | null
  readonly orientation: { readonly row: Vector; readonly column: Vector } | null
  readonly position: Vector | null
  readonly thickness: number | null
  readonly slope: number
  readonly intercept: number
  readonly rescaleType: string
  /** A physical quantity as a linear function of stored values; its unit is a code of UCUM. */
  readonly realWorld: RealWorldScale | null
  readonly window: { readonly center: number; readonly width: number } | null
  readonly temporalPosition: number | null
  readonly echo: number | null
  readonly acquisitionNumber: number | null
  readonly bValue: number | null
  readonly triggerTime: number | null
  readonly contentTime: string
}

/** The attributes of a slice, of which the values are those of `readPixelValues`. */
export type SliceAttributes = ImageAttributes & FrameAttributes

/** The slices of an image: the first one, and how each of the following ones differs from it. */
export interface ImageSlices {
  readonly first: SliceAttributes
  readonly others: readonly Partial<FrameAttributes>[]
}

/** No scanner reaches farther, in millimetres. */
const farthest = 100_000
const isPlace = (value: number) => Math.abs(value) <= farthest
const isLength = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value <= farthest
/** Codes and texts of a slice are short; a hostile one is truncated. */
const textMax = 64

/** Finds an attribute in the functional group of the frame, in the shared one, or in the header. */
type FindGroup = (sequence: number, attribute: number) => DataSet | undefined

/** Parses each group once: a frame asks for a dozen attributes of few groups. */
function createItemCache(parent: DataSet | undefined) {
  const items = new Map<number, DataSet | undefined>()
  return (sequence: number): DataSet | undefined => {
    if (!items.has(sequence)) items.set(sequence, parent?.item(sequence))
    return items.get(sequence)
  }
}
type ItemCache = ReturnType<typeof createItemCache>

function createGroupFinder(dataSet: DataSet, frame: number, shared: ItemCache): FindGroup {
  const own = createItemCache(dataSet.item(tags.perFrameFunctionalGroups, frame))
  return (sequence, attribute) =>
    [own(sequence), shared(sequence), dataSet].find(
      (group) => group?.element(attribute) !== undefined,
    )
}

const readText = (dataSet: DataSet, tag: number) => dataSet.code(tag).slice(0, textMax)

function readVectors(group: DataSet | undefined, tag: number, count: number): Vector[] | null {
  const numbers = (group?.numbers(tag) ?? []).slice(0, 3 * count)
  if (numbers.length < 3 * count || !numbers.every(isPlace)) return null
  return Array.from({ length: count }, (_, at) => [
    numbers[3 * at] ?? 0,
    numbers[3 * at + 1] ?? 0,
    numbers[3 * at + 2] ?? 0,
  ])
}

function readOrientation(group: DataSet | undefined): FrameAttributes['orientation'] {
  const [row, column] = readVectors(group, sliceTags.imageOrientation, 2) ?? []
  return row && column ? { row, column } : null
}

function readSpacing(group: DataSet | undefined): FrameAttributes['spacing'] {
  const [row = NaN, column = NaN] = group?.numbers(tags.pixelSpacing) ?? []
  return isPixelSize([row, column]) ? [row, column] : null
}

function readImageType(dataSet: DataSet, find: FindGroup): readonly string[] {
  const sequences = [
    sliceTags.ctImageFrameTypeSequence,
    sliceTags.mrImageFrameTypeSequence,
    sliceTags.petFrameTypeSequence,
  ]
  for (const sequence of sequences) {
    const group = find(sequence, sliceTags.frameType)
    if (group) return readTerms(group, sliceTags.frameType)
  }
  return readTerms(dataSet, sliceTags.imageType)
}

/** Image Type has four values; some manufacturers add a few. */
const termsMax = 16

const readTerms = (group: DataSet, tag: number) =>
  group
    .text(tag)
    .split('\\', termsMax)
    .map((term) => term.trim().slice(0, textMax))

/** A file with a table stores what the table returns, which has no slope. */
function readRescale(
  dataSet: DataSet,
  find: FindGroup,
  hasTable: boolean,
): Pick<FrameAttributes, 'slope' | 'intercept' | 'rescaleType'> {
  const sequence = tags.pixelValueTransformationSequence
  const group = find(sequence, tags.rescaleSlope) ?? find(sequence, tags.rescaleIntercept)
  const typed = find(sequence, sliceTags.rescaleType) ?? dataSet
  const rescaleType = readText(typed, sliceTags.rescaleType)
  if (hasTable) return { slope: 1, intercept: 0, rescaleType }
  const slope = readFactor(group, tags.rescaleSlope)
  const intercept = readFactor(group, tags.rescaleIntercept)
  // With a slope of nearly zero the whole image would have one value.
  if (slope === 'unusable' || intercept === 'unusable' || Math.abs(slope ?? 1) < 1 / largest)
    return { slope: 1, intercept: 0, rescaleType: unspecified }
  return { slope: slope ?? 1, intercept: intercept ?? 0, rescaleType }
}

/** A defined term: the stored values have no known unit. */
const unspecified = 'US'

/** No scanner has a unit in which its values are larger. */
const largest = 1e12

/** Undefined if it is missing or empty. */
function readFactor(group: DataSet | undefined, tag: number): number | undefined | 'unusable' {
  const factor = group?.number(tag)
  if (factor === undefined) return group?.text(tag) ? 'unusable' : undefined
  return Math.abs(factor) <= largest ? factor : 'unusable'
}

/** Only linear mappings; a table has no slope. A modality LUT replaces the stored values. */
function readRealWorld(
  dataSet: DataSet,
  find: FindGroup,
  hasTable: boolean,
): FrameAttributes['realWorld'] {
  const sequence = sliceTags.realWorldValueMappingSequence
  const own = find(sequence, sliceTags.realWorldValueSlope)
  const mapping = own === dataSet ? undefined : (own ?? dataSet.item(sequence))
  if (!mapping || hasTable) return null
  const slope = readDouble(mapping, sliceTags.realWorldValueSlope)
  const intercept = readDouble(mapping, sliceTags.realWorldValueIntercept) ?? 0
  if (slope === undefined || !Number.isFinite(slope) || !Number.isFinite(intercept)) return null
  const units = mapping.item(sliceTags.measurementUnitsCodeSequence)
  return { slope, intercept, unit: units ? readText(units, sliceTags.codeValue) : '' }
}

function readWindow(dataSet: DataSet, find: FindGroup): FrameAttributes['window'] {
  const [window] = readWindows(find(tags.frameVoiLutSequence, tags.windowCenter) ?? dataSet)
  return window && window.width <= largest && Math.abs(window.center) <= largest
    ? { center: window.center, width: window.width }
    : null
}

/** Reads the times, echoes and diffusion weights that tell slices at the same place apart. */
function readRepetition(dataSet: DataSet, find: FindGroup) {
  const content = sliceTags.frameContentSequence
  const ofFrame = (attribute: number) => find(content, attribute)
  const index = ofFrame(sliceTags.temporalPositionIndex)
  const acquisition = ofFrame(sliceTags.frameAcquisitionNumber)
  const time = ofFrame(sliceTags.frameAcquisitionDateTime)
  const echo = find(sliceTags.mrEchoSequence, sliceTags.effectiveEchoTime)
  const diffusion = find(sliceTags.mrDiffusionSequence, sliceTags.diffusionBValue)
  const cardiac = find(
    sliceTags.cardiacSynchronizationSequence,
    sliceTags.nominalCardiacTriggerDelayTime,
  )
  const toNumber = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) ? value : null
  return {
    temporalPosition: toNumber(
      index
        ? readLong(index, sliceTags.temporalPositionIndex)
        : dataSet.number(sliceTags.temporalPositionIdentifier),
    ),
    echo: toNumber(
      echo
        ? readDouble(echo, sliceTags.effectiveEchoTime)
        : (dataSet.number(sliceTags.echoTime) ?? dataSet.number(sliceTags.echoNumbers)),
    ),
    acquisitionNumber: toNumber(
      acquisition?.word(sliceTags.frameAcquisitionNumber) ??
        dataSet.number(sliceTags.acquisitionNumber),
    ),
    bValue: toNumber(diffusion && readDouble(diffusion, sliceTags.diffusionBValue)),
    triggerTime: toNumber(
      cardiac
        ? readDouble(cardiac, sliceTags.nominalCardiacTriggerDelayTime)
        : dataSet.number(sliceTags.triggerTime),
    ),
    contentTime: time
      ? readText(time, sliceTags.frameAcquisitionDateTime)
      : readText(dataSet, sliceTags.contentTime),
  }
}

function readFrame(
  dataSet: DataSet,
  frame: number,
  { shared, hasTable }: { readonly shared: ItemCache; readonly hasTable: boolean },
): FrameAttributes {
  const find = createGroupFinder(dataSet, frame, shared)
  const measures = sliceTags.pixelMeasuresSequence
  const place = find(sliceTags.planePositionSequence, sliceTags.imagePosition)
  const turn = find(sliceTags.planeOrientationSequence, sliceTags.imageOrientation)
  const thickness = find(measures, sliceTags.sliceThickness)?.number(sliceTags.sliceThickness)
  return {
    imageType: readImageType(dataSet, find),
    spacing: readSpacing(find(measures, tags.pixelSpacing)),
    orientation: readOrientation(turn),
    position: readVectors(place, sliceTags.imagePosition, 1)?.[0] ?? null,
    thickness: isLength(thickness) ? thickness : null,
    ...readRescale(dataSet, find, hasTable),
    realWorld: readRealWorld(dataSet, find, hasTable),
    window: readWindow(dataSet, find),
    ...readRepetition(dataSet, find),
  }
}

/** The largest scanners make slices of 2048 × 2048 pixels; packing needs five bytes for each. */
const pixelsMax = 4096 * 4096

/** JPEG and JPEG-LS with a loss; JPEG 2000 says in the header whether it has one. */
const lossySyntaxes = /^1\.2\.840\.10008\.1\.2\.4\.(?:5[01]|81)$/u

/** Describes the values that `readPixelValues` returns, not the cells of the file. */
export function describeSliceValues(
  { dataSet, transferSyntax, identity }: DicomFile,
  image: ImageDescription,
  tableBits: number | undefined,
): ImageAttributes {
  const { rows, columns, bitsStored, highBit, isSigned } = image
  const layout = { bits: bitsStored, shift: highBit + 1 - bitsStored, isSigned }
  const padding = getPaddingRange(dataSet, createStoredValueReader(layout))
  const common = {
    frameOfReferenceUID: readText(dataSet, sliceTags.frameOfReferenceUid),
    patientPosition: readText(dataSet, sliceTags.patientPosition),
    anatomicalOrientationType: readText(dataSet, sliceTags.anatomicalOrientationType),
    rows,
    columns,
    isFloat: false,
    isLossy:
      dataSet.code(tags.lossyImageCompression) === '01' || lossySyntaxes.test(transferSyntax.uid),
    units: readText(dataSet, sliceTags.units),
    instanceNumber: identity.instanceNumber ?? null,
  }
  if (!isGreyscale(image))
    return { ...common, ...colourValues, photometric: 'RGB', isSigned: false, padding: null }
  const photometric = isInverse(dataSet, image) ? 'MONOCHROME1' : 'MONOCHROME2'
  if (tableBits !== undefined) {
    const bits = tableBits > 8 ? 16 : 8
    const values = { bitsAllocated: bits, bitsStored: bits, isSigned: false, padding: null }
    return { ...common, samples: 1, photometric, ...values }
  }
  const bitsAllocated = image.bitsAllocated <= 8 ? 8 : 16
  return {
    ...common,
    samples: 1,
    photometric,
    bitsAllocated,
    bitsStored,
    isSigned,
    padding: padding ?? null,
  }
}

const colourValues = { samples: 3, bitsAllocated: 8, bitsStored: 8 } as const

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function findDifferences(first: FrameAttributes, frame: FrameAttributes): Partial<FrameAttributes> {
  const names = Object.keys(frame) as (keyof FrameAttributes)[]
  const different = names.filter((name) => !isSame(frame[name], first[name]))
  return Object.fromEntries(different.map((name) => [name, frame[name]]))
}

/**
 * Reads the attributes by which the slices of an image are placed and their values understood;
 * needs only the header. Throws a fault if the image cannot be decoded. Undefined for values of
 * more than 16 bits, which are shown with fewer levels and therefore not as measured, and for images
 * that are larger than any slice.
 */
export function readSlices(file: DicomFile): ImageSlices | undefined {
  const { dataSet } = file
  const image = describeImage(dataSet)
  if (image.bitsStored > 16 || image.rows * image.columns > pixelsMax) return undefined
  const { table } = readModalityLut(dataSet, 0, image.isSigned)
  const groups = {
    shared: createItemCache(dataSet.item(tags.sharedFunctionalGroups)),
    hasTable: table !== undefined,
  }
  const first = readFrame(dataSet, 0, groups)
  const count = countShownFrames(dataSet, image)
  const others = Array.from({ length: count - 1 }, (_, at) =>
    findDifferences(first, readFrame(dataSet, at + 1, groups)),
  )
  return { first: { ...describeSliceValues(file, image, table?.bits), ...first }, others }
}

/** The attributes of one slice of an image; frames count from 1. */
export const getSlice = ({ first, others }: ImageSlices, frame: number): SliceAttributes =>
  frame === 1 ? first : { ...first, ...others[frame - 2] }
