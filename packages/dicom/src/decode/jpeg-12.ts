import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, createJpegFault } from './jpeg-bits.ts'
import { createBlockWriter, countBlocks, zigzag } from './jpeg-blocks.ts'
import { forEachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'
import type { Cells } from './stored-pixels.ts'

function decodeScan(scan: Scan, stream: Codestream, cells: Uint16Array): number {
  const [component] = scan.components
  const { ac, quantization, dc } = component ?? {}
  if (!dc || !ac || !quantization) throw createJpegFault('a scan without its tables')
  const bits = new BitReader(stream.bytes, scan.start)
  const block = new Float64Array(64)
  const writeBlock = createBlockWriter(stream, cells)
  const blocks = countBlocks(stream).count
  let level = 0
  for (let index = 0; index < blocks; index++) {
    if (scan.restartInterval > 0 && index > 0 && index % scan.restartInterval === 0) {
      bits.restart()
      level = 0
    }
    block.fill(0)
    level += bits.readSigned(bits.readSymbol(dc) & 0xf)
    block[0] = level * (quantization[0] ?? 0)
    for (let at = 1; at < 64; at++) {
      const symbol = bits.readSymbol(ac)
      const size = symbol & 0xf
      if (size === 0 && symbol !== 0xf0) break
      at += symbol >> 4
      const value = bits.readSigned(size)
      if (at > 63) throw createJpegFault('too many frequencies')
      block[zigzag[at] ?? 0] = value * (quantization[at] ?? 0)
    }
    writeBlock(index, block)
  }
  return bits.at
}

/**
 * Decodes 12-bit JPEG extended (process 4), which the 8-bit codec does not support; greyscale only.
 */
export function decodeJpeg12(stream: Codestream): Cells {
  if (stream.samples !== 1) throw new DicomFault('unsupported', 'JPEG colours of 12 bits')
  const cells = new Uint16Array(stream.columns * stream.rows)
  let isDone = false
  forEachScan(stream.bytes, (scan) => {
    if (isDone) throw createJpegFault('a component comes twice')
    isDone = true
    return decodeScan(scan, stream, cells)
  })
  if (!isDone) throw createJpegFault('the picture is not whole')
  return cells
}
