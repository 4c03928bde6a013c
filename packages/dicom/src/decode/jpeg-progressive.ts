import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, createJpegFault } from './jpeg-bits.ts'
import type { HuffmanTable } from './jpeg-bits.ts'
import { createBlockWriter, countBlocks, zigzag } from './jpeg-blocks.ts'
import { forEachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'

/** Reads the part of one block that a scan holds: a range of coefficients, or their next bit. */
type BlockReader = (block: Int16Array) => void

/** The DC coefficient, coded as the difference to that of the previous block (G.1.2.1). */
function createDcReader(bits: BitReader, scan: Scan, table: HuffmanTable) {
  let level = 0
  const read: BlockReader = (block) => {
    if (scan.pointTransformBefore > 0) block[0] = (block[0] ?? 0) | nextBit(bits, scan)
    else {
      level += bits.readSigned(bits.readSymbol(table) & 0xf)
      block[0] = level << scan.pointTransform
    }
  }
  const restart = () => {
    level = 0
  }
  return { read, restart }
}

const nextBit = (bits: BitReader, { pointTransform }: Scan) =>
  bits.readUnsigned(1) << pointTransform

/**
 * The AC coefficients; `emptyBlocks` counts the blocks without further coefficients (G.1.2.2,
 * G.1.2.3).
 */
function createAcReader(bits: BitReader, scan: Scan, table: HuffmanTable) {
  const { selection, selectionEnd, pointTransform } = scan
  const step = 1 << pointTransform
  let emptyBlocks = 0

  const readEndOfBand = (size: number) => (1 << size) + bits.readUnsigned(size)
  const first: BlockReader = (block) => {
    if (emptyBlocks > 0) {
      emptyBlocks--
      return
    }
    for (let at = selection; at <= selectionEnd; at++) {
      const symbol = bits.readSymbol(table)
      const size = symbol & 0xf
      const zeros = symbol >> 4
      if (size === 0 && zeros < 15) {
        emptyBlocks = readEndOfBand(zeros) - 1
        return
      }
      at += zeros
      const value = bits.readSigned(size)
      if (at > selectionEnd) throw createJpegFault('too many frequencies')
      block[zigzag[at] ?? 0] = value << pointTransform
    }
  }

  /**
   * Adds one bit to every nonzero coefficient; returns the position after `zeros` zero
   * coefficients.
   */
  const refineFrom = (block: Int16Array, start: number, zeros: number): number => {
    let passed = 0
    for (let at = start; at <= selectionEnd; at++) {
      const position = zigzag[at] ?? 0
      const value = block[position] ?? 0
      if (value === 0) {
        if (passed++ === zeros) return at
      } else if (bits.readUnsigned(1) === 1) {
        block[position] = value + Math.sign(value) * step
      }
    }
    return selectionEnd + 1
  }
  const refine: BlockReader = (block) => {
    let at = selection
    while (emptyBlocks === 0 && at <= selectionEnd) {
      const symbol = bits.readSymbol(table)
      const zeros = symbol >> 4
      if ((symbol & 0xf) === 0 && zeros < 15) {
        emptyBlocks = readEndOfBand(zeros)
        break
      }
      const value = (symbol & 0xf) === 0 ? 0 : (2 * bits.readUnsigned(1) - 1) * step
      at = refineFrom(block, at, zeros)
      if (value !== 0 && at > selectionEnd) throw createJpegFault('too many frequencies')
      if (value !== 0) block[zigzag[at] ?? 0] = value
      at++
    }
    if (emptyBlocks > 0) {
      refineFrom(block, at, 64)
      emptyBlocks--
    }
  }
  const restart = () => {
    emptyBlocks = 0
  }
  return { read: scan.pointTransformBefore > 0 ? refine : first, restart }
}

/**
 * Each bit of each coefficient must come once and in order, which also bounds the number of scans.
 */
function checkOrder(scan: Scan, lowest: Int8Array): void {
  const { selection, selectionEnd, pointTransform, pointTransformBefore } = scan
  const isRange = selectionEnd < 64 && (selection === 0) === (selectionEnd === 0)
  if (!isRange || selection > selectionEnd || pointTransform > 13) {
    throw createJpegFault('a scan of frequencies that are none')
  }
  for (let at = selection; at <= selectionEnd; at++) {
    const before = lowest[at] ?? -1
    const isNext =
      pointTransformBefore === 0
        ? before === -1
        : before === pointTransformBefore && pointTransform === before - 1
    if (!isNext) throw createJpegFault('a frequency comes out of its order')
    lowest[at] = pointTransform
  }
}

/**
 * Decodes 12-bit progressive JPEG (processes 6, 8, 10 and 12, retired and still in old archives);
 * greyscale only.
 */
export function decodeJpegProgressive(stream: Codestream): Uint16Array {
  if (stream.samples !== 1) throw new DicomFault('unsupported', 'JPEG colours of 12 bits')
  const { count } = countBlocks(stream)
  const coded = new Int16Array(64 * count)
  const lowest = new Int8Array(64).fill(-1)
  let steps: Uint16Array | undefined
  forEachScan(stream.bytes, (scan) => {
    const [component] = scan.components
    const table = scan.selection === 0 ? component?.dc : component?.ac
    steps = component?.quantization
    if (!table || !steps) throw createJpegFault('a scan without its tables')
    checkOrder(scan, lowest)
    const bits = new BitReader(stream.bytes, scan.start)
    const createReader = scan.selection === 0 ? createDcReader : createAcReader
    const { read, restart } = createReader(bits, scan, table)
    for (let index = 0; index < count; index++) {
      if (scan.restartInterval > 0 && index > 0 && index % scan.restartInterval === 0) {
        bits.restart()
        restart()
      }
      read(coded.subarray(64 * index, 64 * index + 64))
    }
    return bits.at
  })
  // Missing AC coefficients are zero; without the DC coefficient there is no image.
  if (!steps || lowest[0] === -1) throw createJpegFault('the picture is not whole')
  const cells = new Uint16Array(stream.columns * stream.rows)
  const writeBlock = createBlockWriter(stream, cells)
  const block = new Float64Array(64)
  for (let index = 0; index < count; index++) {
    for (let at = 0; at < 64; at++) {
      const position = zigzag[at] ?? 0
      block[position] = (coded[64 * index + position] ?? 0) * (steps[at] ?? 0)
    }
    writeBlock(index, block)
  }
  return cells
}
