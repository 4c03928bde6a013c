import type { StoredPixels } from '../decode/stored-pixels.ts'
import { createLimitFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import type { Element } from '../read/element.ts'
import type { DicomHeader } from '../read/header.ts'
import { describeImage } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import {
  hasSignedPixels,
  isGroupLength,
  isValueLittleEndian,
  resolveVr,
  swapByteOrder,
} from '../read/value-representation.ts'
import { decodeFrames } from './transcode.ts'

const derivationDescription = 0x00_08_21_11
const derivationCodeSequence = 0x00_08_92_15
const lossyImageCompressionRatio = 0x00_28_21_12

/**
 * Attributes that depend on the transfer syntax, describe the encoding of the pixel data, or state
 * how they were compressed. The decoded pixel data are compared with their own description.
 */
const encodingTags = new Set<number>([
  derivationDescription,
  derivationCodeSequence,
  tags.lossyImageCompression,
  lossyImageCompressionRatio,
  tags.lossyImageCompressionMethod,
  tags.pixelData,
  tags.photometricInterpretation,
  tags.planarConfiguration,
  tags.bitsAllocated,
  tags.highBit,
  tags.extendedOffsetTable,
  tags.extendedOffsetTableLengths,
])
const dataSetTrailingPadding = 0xff_fc_ff_fc
/** A header has these elements without their bytes. */
const pixelTags: readonly number[] = [
  tags.pixelData,
  tags.floatPixelData,
  tags.doubleFloatPixelData,
]
const describedTags = new Set([...encodingTags, ...pixelTags])
const storedPixelTags = new Set(pixelTags)

/** The nesting depth of a data set, and whether its pixel data is signed. */
interface Context {
  readonly depth: number
  readonly isSigned: boolean
  /** Attributes of the outermost data set that are not compared. */
  readonly skipped: ReadonlySet<number>
}
const outermost = { depth: 0, isSigned: false }

/**
 * The content of a file in a form that is the same in every transfer syntax: its values without
 * their VRs and padding, and its decoded pixel data. Two files with the same chunks are one object,
 * of which one was transcoded without loss.
 */
export async function* listContentChunks(file: DicomFile): AsyncGenerator<Uint8Array> {
  yield* listValueChunks(file.dataSet, { ...outermost, skipped: encodingTags })
  yield* listPixelChunks(file)
}

/** The decoded pixel data of a file, in a form that is the same in every transfer syntax. */
export async function* listPixelChunks(file: DicomFile): AsyncGenerator<Uint8Array> {
  if (!file.dataSet.element(tags.pixelData)) return
  for await (const pixels of decodeFrames(file, describeImage(file.dataSet))) {
    const { rows, columns, samples, photometric, bits, isSigned } = pixels
    yield encodeMark([rows, columns, samples, photometric, bits, isSigned])
    yield toValueBytes(pixels)
  }
}

/**
 * The values before the pixel data, without those that describe its encoding. Two files in which
 * they differ are different objects, whatever their pixels.
 */
export const listHeaderChunks = (header: DicomHeader): Generator<Uint8Array> =>
  listValueChunks(header.dataSet, { ...outermost, skipped: describedTags })

/**
 * All values before the pixel data. Two files with the same values, the same form of the pixel data
 * (`describeStoredPixels`) and the same bytes from its value on are one object: large files can be
 * compared without decoding them.
 */
export const listStoredChunks = ({ dataSet }: DicomHeader): Generator<Uint8Array> =>
  listValueChunks(dataSet, { ...outermost, skipped: storedPixelTags })

const formTags = [
  tags.rows,
  tags.columns,
  tags.samplesPerPixel,
  tags.planarConfiguration,
  tags.bitsAllocated,
  tags.bitsStored,
  tags.highBit,
  tags.pixelRepresentation,
]

/** How the bytes of the pixel data are to be read; undefined if they have no position. */
export function describeStoredPixels(header: DicomHeader): string | undefined {
  const { dataSet, pixelData, transferSyntax } = header
  if (!pixelData) return undefined
  const isEncapsulated = pixelData.length === undefined
  return JSON.stringify([
    pixelData.tag,
    pixelData.length ?? 'fragments',
    isEncapsulated ? transferSyntax.uid : dataSet.encoding.isLittleEndian,
    dataSet.code(tags.photometricInterpretation),
    ...formTags.map((tag) => dataSet.number(tag) ?? null),
  ])
}

function* listValueChunks(dataSet: DataSet, outer: Context): Generator<Uint8Array> {
  if (outer.depth > limits.sequenceDepth)
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  const isSigned = hasSignedPixels(dataSet, outer.isSigned)
  const compared = [...dataSet.elements()].filter(
    ({ tag }) =>
      !isGroupLength(tag) &&
      tag !== dataSetTrailingPadding &&
      !(outer.depth === 0 && outer.skipped.has(tag)),
  )
  for (const element of compared.toSorted((one, other) => one.tag - other.tag)) {
    const { tag } = element
    const vr = resolveVr(element, isSigned)
    if (vr !== 'SQ') {
      const value = trimPadding(readValue(dataSet, element, vr))
      yield encodeMark([tag, value.length])
      yield value
      continue
    }
    yield encodeMark([tag, 'items', dataSet.countItems(tag)])
    for (const item of dataSet.items(tag)) {
      yield* listValueChunks(item, { ...outer, depth: outer.depth + 1, isSigned })
      yield encodeMark(['end of item'])
    }
  }
}

const encodeMark = (mark: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(mark))

function readValue(dataSet: DataSet, element: Element, vr: string): Uint8Array {
  const bytes = dataSet.bytes(element.tag) ?? dataSet.extent(element.tag)
  return isValueLittleEndian(element, dataSet) ? bytes : swapByteOrder(bytes, vr)
}

/** Writers pad values with a blank or a zero, and some pad values of even length. */
function trimPadding(value: Uint8Array): Uint8Array {
  let end = value.length
  while (end > 0 && (value[end - 1] === 0 || value[end - 1] === 0x20)) end -= 1
  return value.subarray(0, end)
}

/** The stored values without the other bits of their cells, as 16 or 32 bits each. */
function toValueBytes({ cells, bits, shift }: StoredPixels): Uint8Array {
  const mask = bits === 32 ? 0xff_ff_ff_ff : 2 ** bits - 1
  const values = bits > 16 ? new Uint32Array(cells.length) : new Uint16Array(cells.length)
  for (let at = 0; at < cells.length; at++) values[at] = ((cells[at] as number) >>> shift) & mask
  return new Uint8Array(values.buffer)
}
