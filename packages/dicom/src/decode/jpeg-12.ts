import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, damagedJpeg } from './jpeg-bits.ts'
import { blockPainter, blocksOf, zigzag } from './jpeg-blocks.ts'
import { eachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'
import type { Cells } from './stored-pixels.ts'

function decodeScan(scan: Scan, stream: Codestream, cells: Uint16Array): number {
  const [component] = scan.components
  const { ac, quantization, dc } = component ?? {}
  if (!dc || !ac || !quantization) throw damagedJpeg('a scan without its tables')
  const bits = new BitReader(stream.bytes, scan.start)
  const block = new Float64Array(64)
  const paint = blockPainter(stream, cells)
  const blocks = blocksOf(stream).count
  let level = 0
  for (let index = 0; index < blocks; index++) {
    if (scan.restartInterval > 0 && index > 0 && index % scan.restartInterval === 0) {
      bits.restart()
      level = 0
    }
    block.fill(0)
    level += bits.signed(bits.symbol(dc) & 0xf)
    block[0] = level * (quantization[0] ?? 0)
    for (let at = 1; at < 64; at++) {
      const symbol = bits.symbol(ac)
      const size = symbol & 0xf
      if (size === 0 && symbol !== 0xf0) break
      at += symbol >> 4
      const value = bits.signed(size)
      if (at > 63) throw damagedJpeg('too many frequencies')
      block[zigzag[at] ?? 0] = value * (quantization[at] ?? 0)
    }
    paint(index, block)
  }
  return bits.at
}

/** JPEG extended of 12 bits (process 4), which the 8-bit codec does not know; greys only. */
export function jpeg12Cells(stream: Codestream): Cells {
  if (stream.samples !== 1) throw new DicomFault('unsupported', 'JPEG colours of 12 bits')
  const cells = new Uint16Array(stream.columns * stream.rows)
  let isDone = false
  eachScan(stream.bytes, (scan) => {
    if (isDone) throw damagedJpeg('a component comes twice')
    isDone = true
    return decodeScan(scan, stream, cells)
  })
  if (!isDone) throw damagedJpeg('the picture is not whole')
  return cells
}
