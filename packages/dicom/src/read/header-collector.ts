import { limits } from '../limits.ts'
import { createLimitFault, DicomFault } from '../fault.ts'
import { itemTag, readElement, toSource, undefinedLength } from './element.ts'
import type { Encoding, Source } from './element.ts'
import { locateDataSet, readFileMetaInformation } from './file-meta-information.ts'
import { findElementEnd } from './parse-elements.ts'
import { tags } from './tags.ts'
import { deflatedLittleEndian } from './transfer-syntax.ts'
import { resolveVr } from './value-representation.ts'

export interface HeaderCollector {
  /** Returns false when no more bytes are needed. */
  readonly add: (chunk: Uint8Array) => boolean
  /** The file up to the last byte that was added, with zeros for the values that were skipped. */
  readonly finish: () => Uint8Array
}

/** The encoding is known from here on, unless the file meta information is longer. */
const openingBytes = 64 * 1024
const longestHeader = 12
/** The start of a skipped value is kept: it may be shown, cut off. */
const keptValueBytes = limits.writtenValueBytes

const pixelTags: readonly number[] = [
  tags.floatPixelData,
  tags.doubleFloatPixelData,
  tags.pixelData,
]

/**
 * Collects the header of a file that arrives in chunks, for `readDicomHeader`, and ends at the pixel
 * data. The bytes keep their positions, but long values are never written: the pages of memory
 * behind them are not used. A header of two gigabytes thereby takes a few megabytes. /
 */
export function createHeaderCollector(fileBytes: number): HeaderCollector {
  const bytes = new Uint8Array(fileBytes)
  const source = toSource(bytes)
  let received = 0
  let kept = 0
  /** The bytes between these positions are skipped. */
  let skipStart = Infinity
  let skipEnd = Infinity
  let walk: { readonly encoding: Encoding; at: number } | undefined
  let isOpened = false
  let isEnded = false
  /** The end of an element of undefined length is searched for when this many bytes are there. */
  let nextSearch = 0

  /** Writes the part of a chunk that lies between two positions of the file. */
  function keep(chunk: Uint8Array, from: number, to: number): void {
    const start = Math.max(from, received)
    const end = Math.min(to, received + chunk.length)
    if (end <= start) return
    kept += end - start
    if (kept > limits.headerBytes) {
      throw createLimitFault(
        'headerBytes',
        `more than ${limits.headerBytes} bytes before the pixels`,
      )
    }
    bytes.set(chunk.subarray(start - received, end - received), start)
  }

  function open(): void {
    isOpened = true
    const opening = readFileMetaInformation(part(received))
    // A deflated data set is needed whole; its length is limited like that of any header.
    if (opening.declaredSyntax === deflatedLittleEndian) return
    const { start, encoding } = locateDataSet(opening)
    walk = { encoding, at: start }
  }

  const part = (end: number): Source => ({ ...source, bytes: bytes.subarray(0, end) })

  /** The end of the element at `walk.at`, or undefined if more bytes are needed to find it. */
  function findEnd(position: { readonly encoding: Encoding; readonly at: number }) {
    const element = readElement(source, position.at, fileBytes, position.encoding)
    if (pixelTags.includes(element.tag)) {
      isEnded = true
      return undefined
    }
    if (element.tag >= itemTag) return element.start
    if (element.length !== undefinedLength) {
      const end = element.start + element.length
      if (element.length > 2 * keptValueBytes && resolveVr(element, false) !== 'SQ') {
        skipStart = element.start + keptValueBytes
        skipEnd = end
      }
      return end
    }
    if (received < nextSearch) return undefined
    nextSearch = 2 * received
    try {
      return findElementEnd(part(received), element, received, position.encoding)
    } catch (error) {
      if (error instanceof DicomFault && error.code === 'damaged') return undefined
      throw error
    }
  }

  /** Passes over the elements that have arrived. */
  function advance(): void {
    try {
      while (walk && !isEnded && walk.at + longestHeader <= received) {
        const end = findEnd(walk)
        if (end === undefined) return
        walk.at = end
      }
    } catch (error) {
      if (!(error instanceof DicomFault) || error.code !== 'damaged') throw error
      // The reader decides whether this is damage or padding, from everything that follows.
      walk = undefined
    }
  }

  return {
    add(chunk) {
      const whole =
        received + chunk.length > fileBytes ? chunk.subarray(0, fileBytes - received) : chunk
      keep(whole, 0, skipStart)
      if (skipEnd < received + whole.length) keep(whole, skipEnd, Infinity)
      received += whole.length
      if (skipEnd <= received) [skipStart, skipEnd] = [Infinity, Infinity]
      if (!isOpened && received >= Math.min(openingBytes, fileBytes)) open()
      advance()
      return !isEnded && received < fileBytes
    },
    finish: () => bytes.subarray(0, received),
  }
}
