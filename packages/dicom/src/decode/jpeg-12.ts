import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, damagedJpeg } from './jpeg-bits.ts'
import { eachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'
import type { Cells } from './stored-pixels.ts'

const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
])

/** cosines[8 * x + u]: how much frequency u weighs at place x. */
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const place = index >> 3
  const frequency = index & 7
  const scale = frequency === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})

/** The inverse cosine transform of eight numbers, `step` apart. */
function transform(block: Float64Array, start: number, step: number, line: Float64Array): void {
  for (let place = 0; place < 8; place++) {
    let sum = 0
    for (let frequency = 0; frequency < 8; frequency++) {
      sum += (cosines[8 * place + frequency] ?? 0) * (block[start + frequency * step] ?? 0)
    }
    line[place] = sum
  }
  for (let place = 0; place < 8; place++) block[start + place * step] = line[place] ?? 0
}

const middle = 2048
const highest = 4095

function decodeScan(scan: Scan, { bytes, columns, rows }: Codestream, cells: Uint16Array): number {
  const [component] = scan.components
  const { ac, quantization, dc } = component ?? {}
  if (!dc || !ac || !quantization) throw damagedJpeg('a scan without its tables')
  const bits = new BitReader(bytes, scan.start)
  const block = new Float64Array(64)
  const line = new Float64Array(8)
  const across = Math.ceil(columns / 8)
  const blocks = across * Math.ceil(rows / 8)
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
    for (let row = 0; row < 8; row++) transform(block, 8 * row, 1, line)
    for (let column = 0; column < 8; column++) transform(block, column, 8, line)
    const left = 8 * (index % across)
    const top = 8 * Math.floor(index / across)
    for (let row = 0; row < Math.min(8, rows - top); row++) {
      for (let column = 0; column < Math.min(8, columns - left); column++) {
        const value = Math.round((block[8 * row + column] ?? 0) + middle)
        cells[(top + row) * columns + left + column] = Math.min(highest, Math.max(0, value))
      }
    }
  }
  return bits.at
}

/** JPEG extended of 12 bits (process 4), which the 8-bit codec does not know; greys only. */
export function jpeg12Cells(stream: Codestream): Cells {
  if (stream.samples !== 1) throw new DicomFault('unsupported', 'JPEG colours of 12 bits')
  const cells = new Uint16Array(stream.columns * stream.rows)
  let isDone = false
  eachScan(stream.bytes, (scan) => {
    isDone = true
    return decodeScan(scan, stream, cells)
  })
  if (!isDone) throw damagedJpeg('the picture is not whole')
  return cells
}
