import { DicomFault } from '../fault.ts'
import { DataSet } from './data-set.ts'
import { itemTag, readElement, readTag, toSource, undefinedLength } from './element.ts'
import type { Element, Encoding, Source } from './element.ts'
import { locateDataSet, readFileMetaInformation } from './file-meta-information.ts'
import { readIdentity } from './read-dicom.ts'
import type { DicomFile } from './read-dicom.ts'
import { tags } from './tags.ts'
import { deflatedLittleEndian, getTransferSyntax } from './transfer-syntax.ts'
import { parseFileElements } from './parse-elements.ts'

/** The position of the pixel data. Positions count from the start of the file. */
export interface PixelDataLocation {
  /** Tag of Pixel Data, Float Pixel Data or Double Float Pixel Data. */
  readonly tag: number
  /** Position of the element, that is of its tag. */
  readonly start: number
  readonly valueStart: number
  /** Length of the value; undefined if it is encapsulated. */
  readonly length: number | undefined
  /** Empty in implicit VR encoding. */
  readonly vr: string
  /** The basic offset table of encapsulated pixel data, if the given prefix includes it. */
  readonly offsetTable: Uint8Array | undefined
}

/** Everything before the pixel data of a file. */
export interface DicomHeader extends DicomFile {
  /** Undefined if the file has no pixel data, or if it is deflated. */
  readonly pixelData: PixelDataLocation | undefined
  readonly fileBytes: number
}

const pixelTags: readonly number[] = [
  tags.floatPixelData,
  tags.doubleFloatPixelData,
  tags.pixelData,
]
const longestHeader = 12

const needsMore = (given: number, fileBytes: number) =>
  new DicomFault('needs-more', `${given} of ${fileBytes} bytes were given`)

/** The first item of encapsulated pixel data holds the offsets of the others. */
function readBasicOffsetTable(source: Source, { start, length }: Element, encoding: Encoding) {
  const { isLittleEndian } = encoding
  const isThere = length === undefinedLength && start + 8 <= source.bytes.length
  if (!isThere || readTag(source, start, isLittleEndian) !== itemTag) return undefined
  const end = start + 8 + source.view.getUint32(start + 4, isLittleEndian)
  return end > source.bytes.length ? undefined : source.bytes.subarray(start + 8, end)
}

const locatePixelData = (
  source: Source,
  at: number,
  pixels: Element,
  encoding: Encoding,
): PixelDataLocation => ({
  tag: pixels.tag,
  start: at,
  valueStart: pixels.start,
  length: pixels.length === undefinedLength ? undefined : pixels.length,
  vr: pixels.vr,
  offsetTable: readBasicOffsetTable(source, pixels, encoding),
})

const isPixelTag = (tag: number) => pixelTags.includes(tag)

function parseUpToPixelData(prefix: Uint8Array, isWhole: boolean) {
  const opening = readFileMetaInformation(toSource(prefix))
  const isDeflated = opening.declaredSyntax === deflatedLittleEndian
  if (isDeflated && !isWhole) throw new DicomFault('damaged', 'a part of a deflated file')
  const body = locateDataSet(opening)
  const { source, start, encoding } = body
  const parsed = parseFileElements(source, start, encoding, (tag) => !isPixelTag(tag))
  return { ...body, isDeflated, elements: new Map(parsed.elements), at: parsed.next }
}

/** Reports damage in a prefix as `needs-more`: the whole file may be intact. */
function readPrefix<Result>(prefix: Uint8Array, fileBytes: number, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    const isCausedByCut =
      error instanceof DicomFault &&
      (error.code === 'damaged' || (error.code === 'not-dicom' && prefix.length < 140))
    throw isCausedByCut && prefix.length < fileBytes ? needsMore(prefix.length, fileBytes) : error
  }
}

/**
 * Reads a file up to its pixel data from a prefix: 10 kB of a radiograph of 14 MB. If the prefix
 * ends before the pixel data, the fault is `needs-more`, and the caller passes a longer prefix or
 * the whole file, which yields a result or another fault. A deflated file is needed whole.
 *
 * The data set includes the pixel data as an element without bytes, so that the image can be
 * described. /
 */
export function readDicomHeader(prefix: Uint8Array, fileBytes: number): DicomHeader {
  const isWhole = prefix.length >= fileBytes
  const body = readPrefix(prefix, fileBytes, () => parseUpToPixelData(prefix, isWhole))
  const { source, encoding, at, elements, isDeflated } = body
  const given = source.bytes.length
  if (!isWhole && at + longestHeader > given) throw needsMore(given, fileBytes)
  const isAtPixels = at + 4 <= given && isPixelTag(readTag(source, at, encoding.isLittleEndian))
  const pixels = isAtPixels
    ? readElement(source, at, isWhole ? given : fileBytes, encoding)
    : undefined
  // Padding at the end of the prefix looks like the end of the file.
  if (!isWhole && !pixels) throw needsMore(given, fileBytes)
  if (pixels) elements.set(pixels.tag, pixels)
  const dataSet = new DataSet(source, elements, isWhole ? given : at, encoding)
  return {
    transferSyntax: getTransferSyntax(body.uid),
    meta: body.meta,
    dataSet,
    identity: readIdentity(dataSet),
    fileBytes,
    pixelData: pixels && !isDeflated ? locatePixelData(source, at, pixels, encoding) : undefined,
  }
}
