import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, damagedJpeg } from './jpeg-bits.ts'
import type { HuffmanTable } from './jpeg-bits.ts'
import { blockPainter, blocksOf, zigzag } from './jpeg-blocks.ts'
import { eachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'

/** What of one block a scan brings: a frequency from `from` to `to`, or the next bit of each. */
type BlockReader = (block: Int16Array) => void

/** The first frequency, the mean of a block, as the difference to that of the block before (G.1.2.1). */
function means(bits: BitReader, scan: Scan, table: HuffmanTable) {
  let level = 0
  const read: BlockReader = (block) => {
    if (scan.pointTransformBefore > 0) block[0] = (block[0] ?? 0) | nextBit(bits, scan)
    else {
      level += bits.signed(bits.symbol(table) & 0xf)
      block[0] = level << scan.pointTransform
    }
  }
  const restart = () => {
    level = 0
  }
  return { read, restart }
}

const nextBit = (bits: BitReader, { pointTransform }: Scan) => bits.unsigned(1) << pointTransform

/** The other frequencies; `left` counts the blocks of which the rest is empty (G.1.2.2, G.1.2.3). */
function frequencies(bits: BitReader, scan: Scan, table: HuffmanTable) {
  const { selection, selectionEnd, pointTransform } = scan
  const step = 1 << pointTransform
  let left = 0

  const endOfBlocks = (size: number) => (1 << size) + bits.unsigned(size)
  const first: BlockReader = (block) => {
    if (left > 0) {
      left--
      return
    }
    for (let at = selection; at <= selectionEnd; at++) {
      const symbol = bits.symbol(table)
      const size = symbol & 0xf
      const zeros = symbol >> 4
      if (size === 0 && zeros < 15) {
        left = endOfBlocks(zeros) - 1
        return
      }
      at += zeros
      const value = bits.signed(size)
      if (at > selectionEnd) throw damagedJpeg('too many frequencies')
      block[zigzag[at] ?? 0] = value << pointTransform
    }
  }

  /** One more bit for what is there already; answers where `zeros` places that are not have passed. */
  const refineFrom = (block: Int16Array, start: number, zeros: number): number => {
    let passed = 0
    for (let at = start; at <= selectionEnd; at++) {
      const place = zigzag[at] ?? 0
      const value = block[place] ?? 0
      if (value === 0) {
        if (passed++ === zeros) return at
      } else if (bits.unsigned(1) === 1) {
        block[place] = value + Math.sign(value) * step
      }
    }
    return selectionEnd + 1
  }
  const refine: BlockReader = (block) => {
    let at = selection
    while (left === 0 && at <= selectionEnd) {
      const symbol = bits.symbol(table)
      const zeros = symbol >> 4
      if ((symbol & 0xf) === 0 && zeros < 15) {
        left = endOfBlocks(zeros)
        break
      }
      const value = (symbol & 0xf) === 0 ? 0 : (2 * bits.unsigned(1) - 1) * step
      at = refineFrom(block, at, zeros)
      if (value !== 0 && at > selectionEnd) throw damagedJpeg('too many frequencies')
      if (value !== 0) block[zigzag[at] ?? 0] = value
      at++
    }
    if (left > 0) {
      refineFrom(block, at, 64)
      left--
    }
  }
  const restart = () => {
    left = 0
  }
  return { read: scan.pointTransformBefore > 0 ? refine : first, restart }
}

/** Each bit of each frequency comes once and in its order, which also bounds the number of scans. */
function checkOrder(scan: Scan, lowest: Int8Array): void {
  const { selection, selectionEnd, pointTransform, pointTransformBefore } = scan
  const isRange = selectionEnd < 64 && (selection === 0) === (selectionEnd === 0)
  if (!isRange || selection > selectionEnd || pointTransform > 13) {
    throw damagedJpeg('a scan of frequencies that are none')
  }
  for (let at = selection; at <= selectionEnd; at++) {
    const before = lowest[at] ?? -1
    const isNext =
      pointTransformBefore === 0
        ? before === -1
        : before === pointTransformBefore && pointTransform === before - 1
    if (!isNext) throw damagedJpeg('a frequency comes out of its order')
    lowest[at] = pointTransform
  }
}

/**
 * JPEG of 12 bits that comes in several scans, from coarse to fine (processes 6, 8, 10 and 12, retired
 * and still in old archives); greys only.
 */
export function jpegProgressiveCells(stream: Codestream): Uint16Array {
  if (stream.samples !== 1) throw new DicomFault('unsupported', 'JPEG colours of 12 bits')
  const { count } = blocksOf(stream)
  const coded = new Int16Array(64 * count)
  const lowest = new Int8Array(64).fill(-1)
  let steps: Uint16Array | undefined
  eachScan(stream.bytes, (scan) => {
    const [component] = scan.components
    const table = scan.selection === 0 ? component?.dc : component?.ac
    steps = component?.quantization
    if (!table || !steps) throw damagedJpeg('a scan without its tables')
    checkOrder(scan, lowest)
    const bits = new BitReader(stream.bytes, scan.start)
    const { read, restart } = (scan.selection === 0 ? means : frequencies)(bits, scan, table)
    for (let index = 0; index < count; index++) {
      if (scan.restartInterval > 0 && index > 0 && index % scan.restartInterval === 0) {
        bits.restart()
        restart()
      }
      read(coded.subarray(64 * index, 64 * index + 64))
    }
    return bits.at
  })
  // Frequencies that never came are zero; without the first one there is no picture.
  if (!steps || lowest[0] === -1) throw damagedJpeg('the picture is not whole')
  const cells = new Uint16Array(stream.columns * stream.rows)
  const paint = blockPainter(stream, cells)
  const block = new Float64Array(64)
  for (let index = 0; index < count; index++) {
    for (let at = 0; at < 64; at++) {
      const place = zigzag[at] ?? 0
      block[place] = (coded[64 * index + place] ?? 0) * (steps[at] ?? 0)
    }
    paint(index, block)
  }
  return cells
}
