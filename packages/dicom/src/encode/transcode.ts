import { decodeFrame } from '../decode/decode-frame.ts'
import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { undefinedLength, itemTag, sequenceDelimitationTag } from '../read/element.ts'
import { getByteSwapSize, swapBytes } from '../read/frame-bytes.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { explicitLittleEndian } from '../read/transfer-syntax.ts'
import {
  createElement,
  createTextElement,
  createWordElement,
  createElementHeader,
  createItemHeader,
  countBytes,
} from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'
import { isLossless } from './encode-frame.ts'
import type { LosslessSyntax } from './encode-frame.ts'
import { toExplicitDataSet } from './explicit-data-set.ts'
import { getLossyAttributes } from './lossy-attributes.ts'
import { toNativeBytes } from './encoder-input.ts'
import { encodeVerifiedFrame } from './encode-verified-frame.ts'

type Changes = Map<number, readonly Chunk[] | undefined>

/** The attributes that describe the layout of the new pixel data. */
function createLayoutChanges(pixels: StoredPixels, bitsAllocated: number): Changes {
  return new Map<number, readonly Chunk[] | undefined>([
    [
      tags.photometricInterpretation,
      createTextElement(tags.photometricInterpretation, 'CS', pixels.photometric),
    ],
    // Planar Configuration is not allowed with one sample per pixel, and validators report it.
    [
      tags.planarConfiguration,
      pixels.samples === 3 ? createWordElement(tags.planarConfiguration, 0) : undefined,
    ],
    [tags.bitsAllocated, createWordElement(tags.bitsAllocated, bitsAllocated)],
    [tags.bitsStored, createWordElement(tags.bitsStored, pixels.bits)],
    [tags.highBit, createWordElement(tags.highBit, pixels.bits - 1 + pixels.shift)],
  ])
}

const isEncapsulated = ({ dataSet }: DicomFile) =>
  dataSet.element(tags.pixelData)?.length === undefinedLength

/**
 * Native pixel data is kept, byte-swapped if necessary; a file without pixel data is not changed.
 */
function createNativeChanges({ dataSet }: DicomFile): Changes {
  const element = dataSet.element(tags.pixelData)
  const bytes = dataSet.bytes(tags.pixelData)
  if (!element || !bytes) return new Map()
  const vr = element.vr === 'OB' ? 'OB' : 'OW'
  const size = getByteSwapSize(dataSet.word(tags.bitsAllocated) ?? 8, vr)
  const pixels = dataSet.encoding.isLittleEndian ? bytes : swapBytes(bytes, size)
  return new Map([[tags.pixelData, createElement(tags.pixelData, vr, [pixels])]])
}

/**
 * Decodes every frame in turn. The limit is checked first: a small file can declare many large
 * frames.
 */
export async function* decodeFrames(file: DicomFile, image: ImageDescription) {
  const { frames, rows, columns, samples, bitsAllocated } = image
  const total = (frames * rows * columns * samples * bitsAllocated) / 8
  if (frames > limits.frames || total > limits.unpackedBytes) {
    throw new DicomFault('too-large', `${frames} frames of ${total} bytes`)
  }
  for (let index = 0; index < frames; index++) yield await decodeFrame(file, image, index)
}

async function createDecodedChanges(file: DicomFile): Promise<Changes> {
  const image = describeImage(file.dataSet)
  const frames: Chunk[] = []
  let first: StoredPixels | undefined
  for await (const pixels of decodeFrames(file, image)) {
    first ??= pixels
    frames.push(toNativeBytes(pixels.cells, image.bitsAllocated))
  }
  if (!first) throw new DicomFault('no-picture', 'no frame')
  const bitsAllocated = Math.max(image.bitsAllocated, 8 * first.cells.BYTES_PER_ELEMENT)
  const vr = bitsAllocated > 8 ? 'OW' : 'OB'
  return new Map([
    ...createLayoutChanges(first, bitsAllocated),
    ...getLossyAttributes(file),
    [tags.extendedOffsetTable, undefined],
    [tags.extendedOffsetTableLengths, undefined],
    [tags.pixelData, createElement(tags.pixelData, vr, frames)],
  ])
}

async function createEncodedChanges(file: DicomFile, syntax: LosslessSyntax): Promise<Changes> {
  const image = describeImage(file.dataSet)
  const frames: Chunk[] = []
  let first: StoredPixels | undefined
  for await (const pixels of decodeFrames(file, image)) {
    first ??= pixels
    frames.push(await encodeVerifiedFrame(pixels, syntax))
  }
  if (!first) throw new DicomFault('no-picture', 'no frame')
  return new Map([
    ...createLayoutChanges({ ...first, shift: 0 }, first.bits > 8 ? 16 : 8),
    ...(isEncapsulated(file) ? getLossyAttributes(file) : []),
    [tags.extendedOffsetTable, undefined],
    [tags.extendedOffsetTableLengths, undefined],
    [tags.pixelData, createEncapsulatedPixelData(frames)],
  ])
}

/**
 * Converts a file to another transfer syntax without changing its pixels: any readable file to
 * explicit VR little endian, and files of 8 to 16 bits to JPEG-LS or high-throughput JPEG 2000. The
 * result is the chunks of the new file in order; unchanged chunks are views of `bytes`. /
 */
export async function transcode(bytes: Uint8Array, targetSyntax: string): Promise<Chunk[]> {
  const file = readDicom(bytes)
  if (targetSyntax !== explicitLittleEndian && !isLossless(targetSyntax)) {
    throw new DicomFault('unsupported', 'a transfer syntax that cannot be written')
  }
  const changes = isLossless(targetSyntax)
    ? await createEncodedChanges(file, targetSyntax)
    : isEncapsulated(file)
      ? await createDecodedChanges(file)
      : createNativeChanges(file)
  return [...rewriteFileMeta(file, targetSyntax), ...toExplicitDataSet(file.dataSet, changes)]
}

const padding = Uint8Array.of(0)

/** Encapsulated pixel data with one fragment per frame and a basic offset table (PS3.5 A.4). */
function createEncapsulatedPixelData(frames: readonly Uint8Array[]): Chunk[] {
  const table = new Uint8Array(4 * frames.length)
  const view = new DataView(table.buffer)
  const fragments: Chunk[] = []
  let at = 0
  for (const [index, frame] of frames.entries()) {
    const isOdd = frame.length % 2 === 1
    const length = frame.length + (isOdd ? 1 : 0)
    view.setUint32(4 * index, at, true)
    at += 8 + length
    fragments.push(createItemHeader(itemTag, length), frame, ...(isOdd ? [padding] : []))
  }
  // Beyond 4 GiB the offsets do not fit into 32 bits; an empty table is valid.
  const offsets = at > 0xff_ff_ff_ff ? new Uint8Array() : table
  return [
    createElementHeader(tags.pixelData, 'OB', undefined),
    createItemHeader(itemTag, offsets.length),
    offsets,
    ...fragments,
    createItemHeader(sequenceDelimitationTag, 0),
  ]
}

const magic = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0))
/** Always zeros: a preamble can carry an executable (CVE-2019-11687). */
const preamble = new Uint8Array(128)

function createMeta({ identity }: DicomFile, uid: string): Chunk[] {
  return [
    ...createElement(0x00_02_00_01, 'OB', [Uint8Array.of(0, 1)]),
    ...createTextElement(0x00_02_00_02, 'UI', identity.sopClassUid),
    ...createTextElement(0x00_02_00_03, 'UI', identity.sopInstanceUid),
    ...createTextElement(tags.transferSyntaxUid, 'UI', uid),
  ]
}

/** Preamble and file meta information of a file, unchanged except for the transfer syntax. */
function rewriteFileMeta(file: DicomFile, uid: string): Chunk[] {
  const meta = file.meta
    ? toExplicitDataSet(
        file.meta,
        new Map([[tags.transferSyntaxUid, createTextElement(tags.transferSyntaxUid, 'UI', uid)]]),
      )
    : createMeta(file, uid)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, countBytes(meta), true)
  return [preamble, magic, ...createElement(0x00_02_00_00, 'UL', [length]), ...meta]
}
