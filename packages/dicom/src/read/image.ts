import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from './data-set.ts'
import { undefinedLength } from './element.ts'
import { tags } from './tags.ts'

const singleSample = ['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR'] as const
const threeSamples = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_ICT', 'YBR_RCT'] as const
export type Photometric = (typeof singleSample)[number] | (typeof threeSamples)[number]

/** The layout of the pixel data. All values are validated. */
export interface ImageDescription {
  readonly rows: number
  readonly columns: number
  readonly frames: number
  readonly samples: 1 | 3
  readonly photometric: Photometric
  /** Whether each sample has its own plane. */
  readonly isPlanar: boolean
  readonly bitsAllocated: 1 | 8 | 16 | 32
  readonly bitsStored: number
  readonly highBit: number
  readonly isSigned: boolean
}

const bad = (detail: string) => new DicomFault('bad-picture', detail)

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value)
}

function readSampleLayout(
  dataSet: DataSet,
): Pick<ImageDescription, 'samples' | 'photometric' | 'isPlanar'> {
  const samples = oneOf([1, 3] as const, dataSet.word(tags.samplesPerPixel) ?? 1)
  const name = dataSet.code(tags.photometricInterpretation)
  // Files from before 1993 and of careless converters omit it and mean the most common value.
  const photometric = name === '' ? 'MONOCHROME2' : oneOf([...singleSample, ...threeSamples], name)
  if (!samples || !photometric) {
    throw new DicomFault(
      'unsupported',
      `${samples ?? 'other'} samples as ${photometric ?? 'other'}`,
    )
  }
  const isColour = oneOf(threeSamples, photometric) !== undefined
  if (isColour !== (samples === 3)) throw bad(`${photometric} of ${samples} samples`)
  return { samples, photometric, isPlanar: dataSet.word(tags.planarConfiguration) === 1 }
}

function readBits(
  dataSet: DataSet,
): Pick<ImageDescription, 'bitsAllocated' | 'bitsStored' | 'highBit' | 'isSigned'> {
  const allocated = dataSet.word(tags.bitsAllocated)
  if (allocated === undefined) throw bad('no bits allocated')
  const bitsAllocated = oneOf([1, 8, 16, 32] as const, allocated)
  if (!bitsAllocated) throw new DicomFault('unsupported', `pixels of ${allocated} bits`)
  const stored = dataSet.word(tags.bitsStored) ?? bitsAllocated
  const bitsStored = stored >= 1 && stored <= bitsAllocated ? stored : bitsAllocated
  const high = dataSet.word(tags.highBit) ?? bitsStored - 1
  const highBit = high >= bitsStored - 1 && high < bitsAllocated ? high : bitsStored - 1
  const isSigned = dataSet.word(tags.pixelRepresentation) === 1
  return { bitsAllocated, bitsStored, highBit, isSigned }
}

/** YBR_FULL_422 stores two of three bytes of a pixel. */
const shortestShare = 2 / 3

/** Describes the image of a file; throws a fault if it has none that can be shown. */
export function describeImage(dataSet: DataSet): ImageDescription {
  if (dataSet.element(tags.floatPixelData) ?? dataSet.element(tags.doubleFloatPixelData)) {
    throw new DicomFault('unsupported', 'pixels of floating point')
  }
  const pixelData = dataSet.element(tags.pixelData)
  if (!pixelData) throw new DicomFault('no-picture', 'no pixel data')
  const rows = dataSet.word(tags.rows) ?? 0
  const columns = dataSet.word(tags.columns) ?? 0
  if (rows === 0 || columns === 0) throw bad(`${columns} columns, ${rows} rows`)
  const layout = readSampleLayout(dataSet)
  const bits = readBits(dataSet)
  const pixels = rows * columns
  const bytes = (pixels * layout.samples * bits.bitsAllocated) / 8
  if (pixels > limits.pixels || bytes > limits.frameBytes) {
    // Announced, and not there: the file is no large image.
    const { length } = pixelData
    if (length !== undefinedLength && length < bytes * shortestShare)
      throw new DicomFault('damaged-picture', `${length} bytes of pixels of ${bytes}`)
    throw new DicomFault('too-large', `${columns} columns, ${rows} rows, ${bytes} bytes`)
  }
  const frames = Math.max(1, Math.trunc(dataSet.number(tags.numberOfFrames) ?? 1))
  return { rows, columns, frames, ...layout, ...bits }
}
