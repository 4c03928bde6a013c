import { decodeFrame } from '../decode/decode-frame.ts'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import { undefinedLength } from '../read/element.ts'
import { countFrameBits } from '../read/frame-bytes.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import { readPixelAspect } from '../read/pixel-aspect.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { isInverse, getPaddingRange, computeRange, createStoredValueReader } from './greyscale.ts'
import { describeImagePlanes } from './image-planes.ts'
import type { PlanesDescription } from './image-planes.ts'
import { readModalityLut } from './modality-lut.ts'
import { readShutter } from './shutter.ts'
import type { Shutter } from './shutter.ts'
import { readVoiLut } from './voi-lut.ts'
import type { NamedVoiTable, NamedVoiWindow } from './voi-lut.ts'

/**
 * The parameters that turn the values of `readPixelValues` into grey levels (PS3.4 N.2). They apply
 * to every frame; in an enhanced file with parameters per frame, they are those of the first. /
 */
export interface DisplayParameters {
  readonly frames: number
  /** Frames per second, if the file has several frames and declares a rate. */
  readonly frameRate?: number
  /** Grey, or interleaved red, green and blue. */
  readonly samples: 1 | 3
  readonly bits: 8 | 16
  readonly isSigned: boolean
  /** Rescaling from a stored value to a modality value. */
  readonly slope: number
  readonly intercept: number
  /** Without a window, the full range of values without padding is shown. */
  readonly windows: readonly NamedVoiWindow[]
  /** VOI LUT tables: grey levels from 0 to 1 for the values from `first` on. */
  readonly tables: readonly DisplayTable[]
  readonly isInverted: boolean
  /** Pixel Padding Value and Range Limit: stored values in this range are padding. */
  readonly padding?: readonly [lowest: number, highest: number]
  /** The overlays of `readPlaneBytes`, if the file has any. */
  readonly planes?: PlanesDescription
  /** The display shutter of the first frame, if it has one. */
  readonly shutter?: ShownShutter
  /** The display shutters of all frames, if they differ; null for a frame without one. */
  readonly frameShutters?: readonly (ShownShutter | null)[]
}

type ShownShutter = Pick<Shutter, 'shapes' | 'grey'>

export interface DisplayTable {
  readonly first: number
  readonly levels: readonly number[]
  readonly name: string
}

/** Quantisation of stored values wider than 16 bits to 16 bits. */
export interface Quantization {
  readonly lowest: number
  readonly step: number
}

export const isGreyscale = ({
  samples,
  photometric,
}: Pick<ImageDescription, 'samples' | 'photometric'>) =>
  samples === 1 && photometric !== 'PALETTE COLOR'

const identity = (value: number) => value

/**
 * Pixel data wider than 16 bits (dose images): the range of the first frame is spread over 16 bits.
 */
export async function computeQuantization(
  file: DicomFile,
  image: ImageDescription,
): Promise<Quantization | undefined> {
  if (!isGreyscale(image) || image.bitsStored <= 16) return undefined
  const pixels = await decodeFrame(file, image, 0)
  const [lowest, highest] = computeRange(
    pixels.cells,
    createStoredValueReader(pixels),
    identity,
    () => false,
  )
  return { lowest, step: Math.max(1, (highest - lowest) / 65_535) }
}

/** Four decimals are finer than a tenth of an 8-bit grey level and need a third of the digits. */
const roundShare = (share: number) => Math.round(share * 10_000) / 10_000

export const toDisplayTable = ({ first, values, bits, name }: NamedVoiTable): DisplayTable => ({
  first,
  levels: Array.from(values, (value) => roundShare(value / (2 ** bits - 1))),
  name,
})

const colourDisplay = {
  samples: 3,
  bits: 8,
  isSigned: false,
  slope: 1,
  intercept: 0,
  windows: [],
  tables: [],
  isInverted: false,
} as const

export interface DisplayOptions {
  /** Whether the whole file is available, not only its header. */
  readonly isWhole: boolean
}

/**
 * Limits the declared number of frames to the pixel data: a file may declare two thousand million.
 */
export function countShownFrames(dataSet: DataSet, image: ImageDescription): number {
  const length = dataSet.element(tags.pixelData)?.length ?? 0
  const isNative = length !== undefinedLength
  const capacity = isNative ? Math.floor((8 * length) / countFrameBits(image)) : limits.frames
  return Math.max(1, Math.min(image.frames, capacity, limits.frames))
}

function describeFrames(
  dataSet: DataSet,
  image: ImageDescription,
): Pick<DisplayParameters, 'frames' | 'frameRate'> {
  const frames = countShownFrames(dataSet, image)
  const frameRate = frames > 1 ? getFrameRate(dataSet) : undefined
  return frameRate === undefined ? { frames } : { frames, frameRate }
}

/** Everything that lies over the pixels: overlays and shutter. */
function describeCovers(
  dataSet: DataSet,
  image: ImageDescription,
): Pick<DisplayParameters, 'planes' | 'shutter' | 'frameShutters'> {
  const shown = { ...image, pixelAspect: readPixelAspect(dataSet) }
  const shutter = readShutter(dataSet, shown, 0)
  const frameShutters = readFrameShutters(dataSet, shown)
  const planes = describeImagePlanes(dataSet, image, shutter)
  return {
    ...(planes ? { planes } : {}),
    ...(shutter ? { shutter: toShown(shutter) } : {}),
    ...(frameShutters ? { frameShutters } : {}),
  }
}

const toShown = ({ shapes, grey }: Shutter): ShownShutter => ({ shapes, grey })

/** More frames of an enhanced file would make its description too long. */
const framesWithShutterMax = 1000

/** Undefined if all frames have the shutter of the first. */
function readFrameShutters(
  dataSet: DataSet,
  image: ImageDescription & { readonly pixelAspect: number },
): DisplayParameters['frameShutters'] {
  const count = Math.min(
    image.frames,
    dataSet.countItems(tags.perFrameFunctionalGroups),
    framesWithShutterMax,
  )
  const groups = Array.from({ length: count }, (_, frame) =>
    dataSet.item(tags.perFrameFunctionalGroups, frame)?.item(tags.frameDisplayShutterSequence),
  )
  if (!groups.some(Boolean)) return undefined
  return groups.map((_, frame) => {
    const shutter = readShutter(dataSet, image, frame)
    return shutter ? toShown(shutter) : null
  })
}

/**
 * Needs only the header of a file. Pixel data of more than 16 bits needs the whole file:
 * `needs-more`.
 */
export async function describeDisplay(
  file: DicomFile,
  { isWhole }: DisplayOptions,
): Promise<DisplayParameters> {
  const { dataSet } = file
  const image = describeImage(dataSet)
  const { bitsAllocated, bitsStored, highBit, isSigned } = image
  const common = { ...describeFrames(dataSet, image), ...describeCovers(dataSet, image) }
  if (!isGreyscale(image)) return { ...common, ...colourDisplay }
  if (bitsStored > 16 && !isWhole) throw new DicomFault('needs-more', `${bitsStored} bits`)
  const quantization = await computeQuantization(file, image)
  const modality = readModalityLut(dataSet, 0, isSigned)
  const { windows, tables } = readVoiLut(dataSet, 0, isSigned)
  const shown = {
    ...common,
    samples: 1,
    windows,
    tables: tables.map(toDisplayTable),
    isInverted: isInverse(dataSet, image),
  } as const
  if (modality.table) {
    const bits = modality.table.bits > 8 ? 16 : 8
    return { ...shown, bits, isSigned: false, slope: 1, intercept: 0 }
  }
  const { slope, intercept } = modality
  if (quantization) {
    const { lowest, step } = quantization
    const rescale = { slope: slope * step, intercept: intercept + slope * lowest }
    return { ...shown, bits: 16, isSigned: false, ...rescale }
  }
  const layout = { bits: bitsStored, shift: highBit + 1 - bitsStored, isSigned }
  const padding = getPaddingRange(dataSet, createStoredValueReader(layout))
  const bits = bitsAllocated <= 8 ? 8 : 16
  return { ...shown, bits, isSigned, slope, intercept, ...(padding ? { padding } : {}) }
}

/** The range of frame rates that a player can show, in frames per second. */
const [slowest, fastest] = [1, 120]

/** A rate far beyond any device is a mistake of the writer. */
const isSane = (rate: number) => Number.isFinite(rate) && rate >= 0.01 && rate <= 10_000

/** The time between frames in milliseconds; the mean of a vector, whose first entry is zero. */
function readFrameTime(dataSet: DataSet): number {
  const one = dataSet.number(tags.frameTime)
  if (one !== undefined && one > 0) return one
  const times = dataSet.numbers(tags.frameTimeVector).filter((time) => time > 0)
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

/** The frame rate at which the file is to be played; undefined if the file does not declare one. */
function getFrameRate(dataSet: DataSet): number | undefined {
  const rate = [
    dataSet.number(tags.recommendedDisplayFrameRate) ?? NaN,
    dataSet.number(tags.cineRate) ?? NaN,
    1000 / readFrameTime(dataSet),
  ].find(isSane)
  if (rate === undefined) return undefined
  return Math.min(fastest, Math.max(slowest, Math.round(rate * 100) / 100))
}
