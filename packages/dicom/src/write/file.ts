import { item, sequenceEnd } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { transferSyntax } from '../read/transfer-syntax.ts'
import { mistake } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { dataSetChunks, elementHead, joined, lengthOf } from './data-set.ts'
import { utf8 } from './value-bytes.ts'

/** PS3.5 B.2: derived from a UUID, so that nobody else has it. */
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

/** What a sender's files have in common; of a stack of slices, all but the name of each. */
const knownElements = new Map<string, Uint8Array>()
const knownMax = 64

function metaElement(keyword: string, value: string): Uint8Array {
  const name = `${keyword}=${value}`
  const known = knownElements.get(name)
  if (known) return known
  if (knownElements.size >= knownMax) knownElements.clear()
  const bytes = joined(dataSetChunks({ [keyword]: value }, explicit))
  knownElements.set(name, bytes)
  return bytes
}

const metaVersion = joined(
  dataSetChunks({ FileMetaInformationVersion: Uint8Array.of(0, 1) }, explicit),
)
const preamble = new Uint8Array(128)
const mark = utf8('DICM')

/**
 * Preamble, mark and file meta information: what stands before a data set in a file. Whoever receives a
 * data set over the network writes this and then the bytes as they come.
 */
export function fileMeta(options: FileMetaOptions): Uint8Array<ArrayBuffer> {
  const { sopClassUid, sopInstanceUid, transferSyntaxUid, sourceTitle } = options
  const meta = [
    metaVersion,
    metaElement('MediaStorageSOPClassUID', sopClassUid),
    ...dataSetChunks({ MediaStorageSOPInstanceUID: sopInstanceUid }, explicit),
    metaElement('TransferSyntaxUID', transferSyntaxUid),
    metaElement('ImplementationClassUID', implementationClassUid),
    metaElement('ImplementationVersionName', implementationVersionName),
    ...(sourceTitle === undefined
      ? []
      : [metaElement('SourceApplicationEntityTitle', sourceTitle)]),
  ]
  const length = dataSetChunks({ FileMetaInformationGroupLength: lengthOf(meta) }, explicit)
  return joined([preamble, mark, ...length, ...meta])
}

/** The pixels of a file: as they are, of one or more frames, or frames that are compressed. */
export type Pixels =
  | { readonly native: Uint8Array; readonly bitsAllocated: number }
  | { readonly compressedFrames: readonly Uint8Array[] }

const padOf = (bytes: Uint8Array) => (bytes.length % 2 === 0 ? [] : [Uint8Array.of(0)])
const undefinedLength = 0xff_ff_ff_ff

/** Where each frame begins, counted from the first one (PS3.5 A.4); nothing beyond 4 GiB. */
function offsetTable(frames: readonly Uint8Array[]): Uint8Array {
  const table = new Uint8Array(frames.length > 1 ? 4 * frames.length : 0)
  const view = new DataView(table.buffer)
  let offset = 0
  for (let index = 0; index < table.length / 4; index++) {
    view.setUint32(4 * index, offset, true)
    offset += 8 + (frames[index]?.length ?? 0) + ((frames[index]?.length ?? 0) % 2)
  }
  return offset > undefinedLength ? new Uint8Array() : table
}

/** The element of the pixels, in parts: the pixels themselves are not copied. */
export function pixelDataChunks(
  pixels: Pixels,
  { isExplicit }: { readonly isExplicit: boolean },
): readonly Uint8Array[] {
  if ('native' in pixels) {
    const { native, bitsAllocated } = pixels
    // PS3.5 A.2: bytes in explicit encoding, words otherwise; implicit encoding knows words only.
    const vr = isExplicit && bitsAllocated <= 8 ? 'OB' : 'OW'
    const length = native.length + (native.length % 2)
    return [elementHead(tags.pixelData, vr, length, isExplicit), native, ...padOf(native)]
  }
  if (!isExplicit) throw mistake('PixelData', 'compressed pixels in implicit encoding')
  const { compressedFrames } = pixels
  return [
    elementHead(tags.pixelData, 'OB', undefinedLength, true),
    ...[offsetTable(compressedFrames), ...compressedFrames].flatMap((fragment) => [
      elementHead(item, '', fragment.length + (fragment.length % 2), false),
      fragment,
      ...padOf(fragment),
    ]),
    elementHead(sequenceEnd, '', 0, false),
  ]
}

export interface FileOptions {
  readonly transferSyntaxUid: string
  readonly sourceTitle?: string | undefined
}

function uidOf(attributes: Attributes, keyword: string): string {
  const uid = attributes[keyword]
  if (typeof uid !== 'string' || uid === '') throw mistake(keyword, 'a file needs it')
  return uid
}

/** A file until its pixels, in one piece. */
export function writeFileHead(
  attributes: Attributes,
  { transferSyntaxUid, sourceTitle }: FileOptions,
): Uint8Array<ArrayBuffer> {
  const { isExplicit, isLittleEndian, isDeflated } = transferSyntax(transferSyntaxUid)
  if (!isLittleEndian || isDeflated) throw mistake('TransferSyntaxUID', 'not written by us')
  const meta = fileMeta({
    sopClassUid: uidOf(attributes, 'SOPClassUID'),
    sopInstanceUid: uidOf(attributes, 'SOPInstanceUID'),
    transferSyntaxUid,
    sourceTitle,
  })
  return joined([meta, ...dataSetChunks(attributes, { isExplicit })])
}

/** A whole file, in parts that are written one after another; the pixels are not copied. */
export const fileChunks = (
  attributes: Attributes,
  options: FileOptions & { readonly pixels?: Pixels | undefined },
): readonly Uint8Array[] => [
  writeFileHead(attributes, options),
  ...(options.pixels
    ? pixelDataChunks(options.pixels, transferSyntax(options.transferSyntaxUid))
    : []),
]
