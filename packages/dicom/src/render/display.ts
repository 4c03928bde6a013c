import { decodeFrame } from '../decode/decode-frame.ts'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import { undefinedLength } from '../read/element.ts'
import { frameBits } from '../read/frame-bytes.ts'
import { frameRateOf } from '../read/frame-rate.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { isInverse, paddingRange, rangeOf, storedValue } from './grey.ts'
import { modalityStep } from './modality.ts'
import { wishedVoi } from './voi.ts'
import type { NamedWindow } from './voi.ts'

/**
 * How the numbers that `frameNumbers` gives become greys (PS3.4 N.2). It holds for every frame; where an
 * enhanced file wishes something else for each, it is that of the first.
 */
export interface Display {
  readonly frames: number
  /** Of several frames, in a second, where the file tells. */
  readonly frameRate?: number
  /** One grey, or red, green and blue by turns. */
  readonly samples: 1 | 3
  readonly bits: 8 | 16
  readonly isSigned: boolean
  /** From a number to a value of the modality. */
  readonly slope: number
  readonly intercept: number
  /** None shows everything between the extremes, padding left out. */
  readonly windows: readonly NamedWindow[]
  /** In the place of a window: greys between 0 and 1 for the values from `first` on. */
  readonly table: { readonly first: number; readonly greys: readonly number[] } | null
  readonly isInverted: boolean
  /** Numbers from the one to the other fill what was not exposed. */
  readonly padding?: readonly [lowest: number, highest: number]
}

/** From stored values that do not fit into 16 bits to those that are given instead of them. */
export interface Coarsening {
  readonly lowest: number
  readonly step: number
}

export const isGrey = ({
  samples,
  photometric,
}: Pick<ImageDescription, 'samples' | 'photometric'>) =>
  samples === 1 && photometric !== 'PALETTE COLOR'

const same = (value: number) => value

/** Of pixels that are wider than 16 bits, as doses are: what the first frame has is spread over 16. */
export async function coarseningOf(
  file: DicomFile,
  image: ImageDescription,
): Promise<Coarsening | undefined> {
  if (!isGrey(image) || image.bitsStored <= 16) return undefined
  const pixels = await decodeFrame(file, image, 0)
  const [lowest, highest] = rangeOf(pixels.cells, storedValue(pixels), same, () => false)
  return { lowest, step: Math.max(1, (highest - lowest) / 65_535) }
}

/** A ten-thousandth is less than a tenth of a grey of eight bits, and a third of the digits. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000

const colours = {
  samples: 3,
  bits: 8,
  isSigned: false,
  slope: 1,
  intercept: 0,
  windows: [],
  table: null,
  isInverted: false,
} as const

export interface DisplayOptions {
  /** All of the file is there, not only its head. */
  readonly isWhole: boolean
}

/** As many frames as there can be: a file may promise two thousand million of them. */
function reelOf(dataSet: DataSet, image: ImageDescription): Pick<Display, 'frames' | 'frameRate'> {
  const length = dataSet.element(tags.pixelData)?.length ?? 0
  const isPlain = length !== undefinedLength
  const room = isPlain ? Math.floor((8 * length) / frameBits(image)) : limits.frames
  const frames = Math.max(1, Math.min(image.frames, room, limits.frames))
  const frameRate = frames > 1 ? frameRateOf(dataSet) : undefined
  return frameRate === undefined ? { frames } : { frames, frameRate }
}

/** From the head of a file. Only pixels of more than 16 bits take the whole of it: `needs-more`. */
export async function displayOf(file: DicomFile, { isWhole }: DisplayOptions): Promise<Display> {
  const { dataSet } = file
  const image = describeImage(dataSet)
  const { bitsAllocated, bitsStored, highBit, isSigned } = image
  const reel = reelOf(dataSet, image)
  if (!isGrey(image)) return { ...reel, ...colours }
  if (bitsStored > 16 && !isWhole) throw new DicomFault('needs-more', `${bitsStored} bits`)
  const coarsening = await coarseningOf(file, image)
  const modality = modalityStep(dataSet, 0, isSigned)
  const { windows, table } = wishedVoi(dataSet, 0, isSigned)
  const highest = table ? 2 ** table.bits - 1 : 1
  const shown = {
    ...reel,
    samples: 1,
    windows,
    table:
      (table && {
        first: table.first,
        greys: Array.from(table.values, (value) => rounded(value / highest)),
      }) ||
      null,
    isInverted: isInverse(dataSet, image),
  } as const
  if (modality.table) {
    const bits = modality.table.bits > 8 ? 16 : 8
    return { ...shown, bits, isSigned: false, slope: 1, intercept: 0 }
  }
  const { slope, intercept } = modality
  if (coarsening) {
    const { lowest, step } = coarsening
    const line = { slope: slope * step, intercept: intercept + slope * lowest }
    return { ...shown, bits: 16, isSigned: false, ...line }
  }
  const layout = { bits: bitsStored, shift: highBit + 1 - bitsStored, isSigned }
  const padding = paddingRange(dataSet, storedValue(layout))
  const bits = bitsAllocated <= 8 ? 8 : 16
  return { ...shown, bits, isSigned, slope, intercept, ...(padding ? { padding } : {}) }
}
