import { decodeFrame } from '../decode/decode-frame.ts'
import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { undefinedLength } from '../read/element.ts'
import { numberSize, turned } from '../read/frame-bytes.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { explicitLittleEndian } from '../read/transfer-syntax.ts'
import { elementOf, textElement, wordElement } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'
import { isLossless } from './encode-frame.ts'
import type { LosslessSyntax } from './encode-frame.ts'
import { encapsulatedElement } from './encapsulated.ts'
import { explicitDataSet } from './explicit-data-set.ts'
import { fileMeta } from './file-meta.ts'
import { lossyAttributes } from './lossy.ts'
import { unpackedBytes } from './pack-pixels.ts'
import { provenFrame } from './proven-frame.ts'

type Changes = Map<number, readonly Chunk[] | undefined>

/** What says how the pixels lie, after they have been laid out anew. */
function layoutChanges(pixels: StoredPixels, bitsAllocated: number): Changes {
  return new Map<number, readonly Chunk[] | undefined>([
    [
      tags.photometricInterpretation,
      textElement(tags.photometricInterpretation, 'CS', pixels.photometric),
    ],
    // Of one sample it says nothing, and validators complain.
    [
      tags.planarConfiguration,
      pixels.samples === 3 ? wordElement(tags.planarConfiguration, 0) : undefined,
    ],
    [tags.bitsAllocated, wordElement(tags.bitsAllocated, bitsAllocated)],
    [tags.bitsStored, wordElement(tags.bitsStored, pixels.bits)],
    [tags.highBit, wordElement(tags.highBit, pixels.bits - 1 + pixels.shift)],
  ])
}

const isEncapsulated = ({ dataSet }: DicomFile) =>
  dataSet.element(tags.pixelData)?.length === undefinedLength

/** Plain pixels stay as they are, and so do files without any; words change their order at most. */
function plainChanges({ dataSet }: DicomFile): Changes {
  const element = dataSet.element(tags.pixelData)
  const bytes = dataSet.bytes(tags.pixelData)
  if (!element || !bytes) return new Map()
  const vr = element.vr === 'OB' ? 'OB' : 'OW'
  const size = numberSize(dataSet.word(tags.bitsAllocated) ?? 8, vr)
  const pixels = dataSet.encoding.isLittleEndian ? bytes : turned(bytes, size)
  return new Map([[tags.pixelData, elementOf(tags.pixelData, vr, [pixels])]])
}

/** Every frame, one after the other; few bytes can be the packing of any number of large frames. */
async function* decodedFrames(file: DicomFile, image: ImageDescription) {
  const { frames, rows, columns, samples, bitsAllocated } = image
  const total = (frames * rows * columns * samples * bitsAllocated) / 8
  if (frames > limits.frames || total > limits.unpackedBytes) {
    throw new DicomFault('too-large', `${frames} frames of ${total} bytes`)
  }
  for (let index = 0; index < frames; index++) yield await decodeFrame(file, image, index)
}

async function decodedChanges(file: DicomFile): Promise<Changes> {
  const image = describeImage(file.dataSet)
  const frames: Chunk[] = []
  let first: StoredPixels | undefined
  for await (const pixels of decodedFrames(file, image)) {
    first ??= pixels
    frames.push(unpackedBytes(pixels.cells, image.bitsAllocated))
  }
  if (!first) throw new DicomFault('no-picture', 'no frame')
  const bitsAllocated = Math.max(image.bitsAllocated, 8 * first.cells.BYTES_PER_ELEMENT)
  const vr = bitsAllocated > 8 ? 'OW' : 'OB'
  return new Map([
    ...layoutChanges(first, bitsAllocated),
    ...lossyAttributes(file),
    [tags.extendedOffsetTable, undefined],
    [tags.extendedOffsetTableLengths, undefined],
    [tags.pixelData, elementOf(tags.pixelData, vr, frames)],
  ])
}

async function encodedChanges(file: DicomFile, syntax: LosslessSyntax): Promise<Changes> {
  const image = describeImage(file.dataSet)
  const frames: Chunk[] = []
  let first: StoredPixels | undefined
  for await (const pixels of decodedFrames(file, image)) {
    first ??= pixels
    frames.push(await provenFrame(pixels, syntax))
  }
  if (!first) throw new DicomFault('no-picture', 'no frame')
  return new Map([
    ...layoutChanges({ ...first, shift: 0 }, first.bits > 8 ? 16 : 8),
    ...(isEncapsulated(file) ? lossyAttributes(file) : []),
    [tags.extendedOffsetTable, undefined],
    [tags.extendedOffsetTableLengths, undefined],
    [tags.pixelData, encapsulatedElement(frames)],
  ])
}

/**
 * A file in another transfer syntax with the same pixels: any that can be read in explicit little-endian
 * encoding, and any of 8 to 16 bits in JPEG-LS or high-throughput JPEG 2000. The parts follow each other in
 * the file; those that did not change are windows onto `bytes`.
 */
export async function transcode(bytes: Uint8Array, targetSyntax: string): Promise<Chunk[]> {
  const file = readDicom(bytes)
  if (targetSyntax !== explicitLittleEndian && !isLossless(targetSyntax)) {
    throw new DicomFault('unsupported', 'a transfer syntax that cannot be written')
  }
  const changes = isLossless(targetSyntax)
    ? await encodedChanges(file, targetSyntax)
    : isEncapsulated(file)
      ? await decodedChanges(file)
      : plainChanges(file)
  return [...fileMeta(file, targetSyntax), ...explicitDataSet(file.dataSet, changes)]
}
