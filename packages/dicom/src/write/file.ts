import { itemTag, sequenceDelimitationTag } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { getTransferSyntax } from '../read/transfer-syntax.ts'
import { createAttributeError } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { writeDataSetChunks, writeElementHeader, concatBytes, countBytes } from './data-set.ts'
import { encodeUtf8 } from './value-bytes.ts'

/** PS3.5 B.2: derived from a UUID, so that it is unique. */
export const implementationClassUid = '2.25.112848847438012389160474651965770008466'
export const implementationVersionName = 'TALUS'

export interface FileMetaOptions {
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly transferSyntaxUid: string
  /** The application entity that the data set came from. */
  readonly sourceTitle?: string | undefined
}

const explicit = { isExplicit: true }

/**
 * Cache of the encoded elements that the files of a sender share; they differ only in the instance
 * UID.
 */
const cachedElements = new Map<string, Uint8Array>()
const maxCachedElements = 64

function writeMetaElement(keyword: string, value: string): Uint8Array {
  const key = `${keyword}=${value}`
  const cached = cachedElements.get(key)
  if (cached) return cached
  if (cachedElements.size >= maxCachedElements) cachedElements.clear()
  const bytes = concatBytes(writeDataSetChunks({ [keyword]: value }, explicit))
  cachedElements.set(key, bytes)
  return bytes
}

const metaVersion = concatBytes(
  writeDataSetChunks({ FileMetaInformationVersion: Uint8Array.of(0, 1) }, explicit),
)
const preamble = new Uint8Array(128)
const magic = encodeUtf8('DICM')

/**
 * Writes preamble, DICM prefix and file meta information: everything before the data set of a file.
 * The receiver of a data set over the network writes this and then the received bytes. /
 */
export function writeFileMeta(options: FileMetaOptions): Uint8Array<ArrayBuffer> {
  const { sopClassUid, sopInstanceUid, transferSyntaxUid, sourceTitle } = options
  const meta = [
    metaVersion,
    writeMetaElement('MediaStorageSOPClassUID', sopClassUid),
    ...writeDataSetChunks({ MediaStorageSOPInstanceUID: sopInstanceUid }, explicit),
    writeMetaElement('TransferSyntaxUID', transferSyntaxUid),
    writeMetaElement('ImplementationClassUID', implementationClassUid),
    writeMetaElement('ImplementationVersionName', implementationVersionName),
    ...(sourceTitle === undefined
      ? []
      : [writeMetaElement('SourceApplicationEntityTitle', sourceTitle)]),
  ]
  const length = writeDataSetChunks({ FileMetaInformationGroupLength: countBytes(meta) }, explicit)
  return concatBytes([preamble, magic, ...length, ...meta])
}

/** The pixel data to write: native, of one or more frames, or compressed frames. */
export type PixelData =
  | { readonly native: Uint8Array; readonly bitsAllocated: number }
  | { readonly compressedFrames: readonly Uint8Array[] }

const getPadding = (bytes: Uint8Array) => (bytes.length % 2 === 0 ? [] : [Uint8Array.of(0)])
const undefinedLength = 0xff_ff_ff_ff

/** The basic offset table (PS3.5 A.4); empty for a single frame and beyond 4 GiB. */
function createOffsetTable(frames: readonly Uint8Array[]): Uint8Array {
  const table = new Uint8Array(frames.length > 1 ? 4 * frames.length : 0)
  const view = new DataView(table.buffer)
  let offset = 0
  for (let index = 0; index < table.length / 4; index++) {
    view.setUint32(4 * index, offset, true)
    offset += 8 + (frames[index]?.length ?? 0) + ((frames[index]?.length ?? 0) % 2)
  }
  return offset > undefinedLength ? new Uint8Array() : table
}

/** Writes the pixel data element as chunks; the pixels themselves are not copied. */
export function writePixelDataChunks(
  pixels: PixelData,
  { isExplicit }: { readonly isExplicit: boolean },
): readonly Uint8Array[] {
  if ('native' in pixels) {
    const { native, bitsAllocated } = pixels
    // PS3.5 A.2: up to 8 bits allocated OB in explicit VR; always OW in implicit VR.
    const vr = isExplicit && bitsAllocated <= 8 ? 'OB' : 'OW'
    const length = native.length + (native.length % 2)
    return [
      writeElementHeader(tags.pixelData, vr, length, isExplicit),
      native,
      ...getPadding(native),
    ]
  }
  if (!isExplicit) throw createAttributeError('PixelData', 'compressed pixels in implicit encoding')
  const { compressedFrames } = pixels
  return [
    writeElementHeader(tags.pixelData, 'OB', undefinedLength, true),
    ...[createOffsetTable(compressedFrames), ...compressedFrames].flatMap((fragment) => [
      writeElementHeader(itemTag, '', fragment.length + (fragment.length % 2), false),
      fragment,
      ...getPadding(fragment),
    ]),
    writeElementHeader(sequenceDelimitationTag, '', 0, false),
  ]
}

export interface FileOptions {
  readonly transferSyntaxUid: string
  readonly sourceTitle?: string | undefined
}

function readUid(attributes: Attributes, keyword: string): string {
  const uid = attributes[keyword]
  if (typeof uid !== 'string' || uid === '') throw createAttributeError(keyword, 'a file needs it')
  return uid
}

/** Writes a file up to its pixel data, as one array. */
export function writeFileHeader(
  attributes: Attributes,
  { transferSyntaxUid, sourceTitle }: FileOptions,
): Uint8Array<ArrayBuffer> {
  const { isExplicit, isLittleEndian, isDeflated } = getTransferSyntax(transferSyntaxUid)
  if (!isLittleEndian || isDeflated)
    throw createAttributeError('TransferSyntaxUID', 'not written by us')
  const meta = writeFileMeta({
    sopClassUid: readUid(attributes, 'SOPClassUID'),
    sopInstanceUid: readUid(attributes, 'SOPInstanceUID'),
    transferSyntaxUid,
    sourceTitle,
  })
  return concatBytes([meta, ...writeDataSetChunks(attributes, { isExplicit })])
}

/** Writes a whole file as consecutive chunks; the pixels are not copied. */
export const writeFileChunks = (
  attributes: Attributes,
  options: FileOptions & { readonly pixels?: PixelData | undefined },
): readonly Uint8Array[] => [
  writeFileHeader(attributes, options),
  ...(options.pixels
    ? writePixelDataChunks(options.pixels, getTransferSyntax(options.transferSyntaxUid))
    : []),
]
