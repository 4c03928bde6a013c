import { createJpegFault, createHuffmanTable } from './jpeg-bits.ts'
import type { HuffmanTable } from './jpeg-bits.ts'

export interface ScanComponent {
  /** Index among the components of the frame. */
  readonly index: number
  readonly dc: HuffmanTable
  readonly ac: HuffmanTable | undefined
  readonly quantization: Uint16Array | undefined
}

/** A scan, with the tables that are valid at its start. */
export interface Scan {
  readonly components: readonly ScanComponent[]
  /** Start of spectral selection; the predictor in lossless JPEG. */
  readonly selection: number
  readonly selectionEnd: number
  /** Progressive JPEG only: the point transform of the previous scan; 0 in the first scan. */
  readonly pointTransformBefore: number
  /** Number of low bits that are omitted. */
  readonly pointTransform: number
  readonly restartInterval: number
  readonly start: number
}

interface FrameComponent {
  readonly id: number
  readonly sampling: number
  readonly quantization: number
}

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Reads the segments of a Huffman-coded JPEG and passes each scan to `decode`, which returns the
 * end of the scan. /
 */
export function forEachScan(bytes: Uint8Array, decode: (scan: Scan) => number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const huffman = new Map<number, HuffmanTable>()
  const quantization = new Map<number, Uint16Array>()
  let frame: FrameComponent[] = []
  let restartInterval = 0

  const readHuffman = (segment: Uint8Array) => {
    for (let at = 0; at + 17 <= segment.length;) {
      const counts = segment.subarray(at + 1, at + 17)
      const total = counts.reduce((sum, count) => sum + count, 0)
      if (at + 17 + total > segment.length) throw createJpegFault('a Huffman table is cut short')
      const symbols = segment.subarray(at + 17, at + 17 + total)
      huffman.set(segment[at] ?? 0, createHuffmanTable(counts, symbols))
      at += 17 + total
    }
  }
  const readQuantization = (segment: Uint8Array) => {
    for (let at = 0; at < segment.length;) {
      const head = segment[at] ?? 0
      const size = head >> 4 === 0 ? 1 : 2
      if (at + 1 + 64 * size > segment.length) throw createJpegFault('a table is cut short')
      const value = (index: number) => segment[at + 1 + index] ?? 0
      const steps = Uint16Array.from({ length: 64 }, (_, index) =>
        size === 1 ? value(index) : (value(2 * index) << 8) | value(2 * index + 1),
      )
      quantization.set(head & 0xf, steps)
      at += 1 + 64 * size
    }
  }
  const readFrame = (segment: Uint8Array) => {
    // The size was read from the first frame header; a second one could declare anything.
    if (frame.length > 0) throw createJpegFault('a second frame')
    frame = Array.from({ length: segment[5] ?? 0 }, (_, index) => ({
      id: segment[6 + 3 * index] ?? 0,
      sampling: segment[7 + 3 * index] ?? 0,
      quantization: segment[8 + 3 * index] ?? 0,
    }))
  }
  const readScan = (segment: Uint8Array, start: number): Scan => {
    const count = segment[0] ?? 0
    // Each scan costs a pass over the whole image: a crafted file could repeat empty scans.
    if (count === 0 || count > frame.length) throw createJpegFault(`a scan of ${count} components`)
    const components = Array.from({ length: count }, (_, position): ScanComponent => {
      const index = frame.findIndex(({ id }) => id === segment[1 + 2 * position])
      const tables = segment[2 + 2 * position] ?? 0
      const dc = huffman.get(tables >> 4)
      const component = frame[index]
      if (!component || !dc) throw createJpegFault('a scan without its tables')
      return {
        index,
        dc,
        ac: huffman.get(0x10 | (tables & 0xf)),
        quantization: quantization.get(component.quantization),
      }
    })
    // The sampling factors of an image of one component have no meaning.
    if (frame.length > 1 && frame.some(({ sampling }) => sampling !== 0x11)) {
      throw createJpegFault('colours are shared between pixels')
    }
    return {
      components,
      selection: segment[1 + 2 * count] ?? 0,
      selectionEnd: segment[2 + 2 * count] ?? 0,
      pointTransformBefore: (segment[3 + 2 * count] ?? 0) >> 4,
      pointTransform: (segment[3 + 2 * count] ?? 0) & 0xf,
      restartInterval,
      start,
    }
  }

  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw createJpegFault(`no marker at byte ${at}`)
    const marker = bytes[at + 1] ?? 0
    if (marker === endOfImage) return
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > bytes.length) throw createJpegFault('a segment is cut short')
    const segment = bytes.subarray(at + 4, end)
    at = end
    if (marker === 0xc4) readHuffman(segment)
    else if (marker === 0xdb) readQuantization(segment)
    else if (marker === 0xdd) restartInterval = view.getUint16(end - 2)
    else if (marker >= 0xc1 && marker <= 0xc3) readFrame(segment)
    else if (marker === startOfScan) at = decode(readScan(segment, end))
  }
}
