import { DicomFault } from '../fault.ts'
import { DataSet } from './data-set.ts'
import { item, readElement, readTag, sourceOf, undefinedLength } from './element.ts'
import type { Element, Encoding, Source } from './element.ts'
import { readBody, readOpening } from './opening.ts'
import { identityOf } from './read-dicom.ts'
import type { DicomFile } from './read-dicom.ts'
import { tags } from './tags.ts'
import { deflatedLittleEndian, transferSyntax } from './transfer-syntax.ts'
import { walkFile } from './walk.ts'

/** Where the pixels of a file lie. Positions count from its beginning. */
export interface PixelPlace {
  /** Pixel Data, or one of its kin of floating point. */
  readonly tag: number
  /** Of the element, where its tag stands. */
  readonly start: number
  readonly valueStart: number
  /** Of the value; nothing where it is encapsulated. */
  readonly length: number | undefined
  /** Empty where the file does not tell: implicit encoding. */
  readonly vr: string
  /** The basic table of offsets of encapsulated pixels, if it was in what was given. */
  readonly offsetTable: Uint8Array | undefined
}

/** Everything that stands before the pixels of a file. */
export interface DicomHead extends DicomFile {
  /** Nothing where there are no pixels, or where the file is deflated and they have no place in it. */
  readonly pixelData: PixelPlace | undefined
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

/** The first item of encapsulated pixels holds the offsets of the others. */
function offsetTableOf(source: Source, { start, length }: Element, encoding: Encoding) {
  const { isLittleEndian } = encoding
  const isThere = length === undefinedLength && start + 8 <= source.bytes.length
  if (!isThere || readTag(source, start, isLittleEndian) !== item) return undefined
  const end = start + 8 + source.view.getUint32(start + 4, isLittleEndian)
  return end > source.bytes.length ? undefined : source.bytes.subarray(start + 8, end)
}

const placeOf = (source: Source, at: number, pixels: Element, encoding: Encoding): PixelPlace => ({
  tag: pixels.tag,
  start: at,
  valueStart: pixels.start,
  length: pixels.length === undefinedLength ? undefined : pixels.length,
  vr: pixels.vr,
  offsetTable: offsetTableOf(source, pixels, encoding),
})

const isPixelTag = (tag: number) => pixelTags.includes(tag)

function walkToPixels(prefix: Uint8Array, isWhole: boolean) {
  const opening = readOpening(sourceOf(prefix))
  const isDeflated = opening.declared === deflatedLittleEndian
  if (isDeflated && !isWhole) throw new DicomFault('damaged', 'a part of a deflated file')
  const body = readBody(opening)
  const { source, start, encoding } = body
  const walked = walkFile(source, start, encoding, (tag) => !isPixelTag(tag))
  return { ...body, isDeflated, elements: new Map(walked.elements), at: walked.next }
}

/** What is wrong with a part of a file may be right in the whole of it. */
function partially<Result>(prefix: Uint8Array, fileBytes: number, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    const isOfTheCut =
      error instanceof DicomFault &&
      (error.code === 'damaged' || (error.code === 'not-dicom' && prefix.length < 140))
    throw isOfTheCut && prefix.length < fileBytes ? needsMore(prefix.length, fileBytes) : error
  }
}

/**
 * Reads a file of which only the first part is at hand, up to its pixels: 10 kB of a radiograph of
 * 14 MB. Where that part ends before the pixels begin, the fault is `needs-more`: the caller gives more,
 * or all, which ends in a result or in another fault. A deflated file is needed whole.
 *
 * The data set holds the pixel data too, as an element without bytes, so that the image can be described.
 */
export function readHead(prefix: Uint8Array, fileBytes: number): DicomHead {
  const isWhole = prefix.length >= fileBytes
  const body = partially(prefix, fileBytes, () => walkToPixels(prefix, isWhole))
  const { source, encoding, at, elements, isDeflated } = body
  const given = source.bytes.length
  if (!isWhole && at + longestHeader > given) throw needsMore(given, fileBytes)
  const isAtPixels = at + 4 <= given && isPixelTag(readTag(source, at, encoding.isLittleEndian))
  const pixels = isAtPixels
    ? readElement(source, at, isWhole ? given : fileBytes, encoding)
    : undefined
  // Padding that was cut looks like the end of the file.
  if (!isWhole && !pixels) throw needsMore(given, fileBytes)
  if (pixels) elements.set(pixels.tag, pixels)
  const dataSet = new DataSet(source, elements, isWhole ? given : at, encoding)
  return {
    transferSyntax: transferSyntax(body.uid),
    meta: body.meta,
    dataSet,
    identity: identityOf(dataSet),
    fileBytes,
    pixelData: pixels && !isDeflated ? placeOf(source, at, pixels, encoding) : undefined,
  }
}
