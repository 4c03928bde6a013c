import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, damagedJpeg } from './jpeg-bits.ts'
import { eachScan } from './jpeg-segments.ts'
import type { Scan } from './jpeg-segments.ts'
import type { Cells } from './stored-pixels.ts'

/** ITU-T T.81 table H.1, from the neighbours: left, above, and above left. */
function predict(predictor: number, left: number, above: number, corner: number): number {
  switch (predictor) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return corner
    case 4:
      return left + above - corner
    case 5:
      return left + ((above - corner) >> 1)
    case 6:
      return above + ((left - corner) >> 1)
    default:
      return (left + above) >> 1
  }
}

function decodeScan(scan: Scan, stream: Codestream, cells: Cells): number {
  const { columns, rows, samples, precision } = stream
  const { components, selection, pointTransform, restartInterval } = scan
  if (selection < 1 || selection > 7 || pointTransform >= precision) {
    throw damagedJpeg(`predictor ${selection}`)
  }
  if (restartInterval % columns !== 0) {
    throw new DicomFault('unsupported', 'JPEG that restarts inside a row')
  }
  const bits = new BitReader(stream.bytes, scan.start)
  const rowsBetween = restartInterval / columns
  const rowLength = columns * samples
  const origin = 1 << (precision - pointTransform - 1)
  for (let row = 0; row < rows; row++) {
    const isRestart = rowsBetween > 0 && row > 0 && row % rowsBetween === 0
    if (isRestart) bits.restart()
    // The first row has no row above it; nor has the first after a restart.
    const isFirst = row === 0 || isRestart
    for (let column = 0; column < columns; column++) {
      for (const { index, dc } of components) {
        const at = row * rowLength + column * samples + index
        const left = column === 0 ? 0 : (cells[at - samples] ?? 0)
        const above = isFirst ? 0 : (cells[at - rowLength] ?? 0)
        let value: number
        if (isFirst) value = column === 0 ? origin : left
        else if (column === 0) value = above
        else value = predict(selection, left, above, cells[at - rowLength - samples] ?? 0)
        const size = bits.symbol(dc)
        if (size > 16) throw damagedJpeg(`a difference of ${size} bits`)
        value += size === 16 ? 32_768 : bits.signed(size)
        cells[at] = value & 0xff_ff
      }
    }
  }
  return bits.at
}

/** JPEG lossless (process 14), every predictor. Differences are modulo 65536, as the standard has it. */
export function jpegLosslessCells(stream: Codestream): Cells {
  const { columns, rows, samples, precision } = stream
  if (precision < 2 || precision > 16) throw damagedJpeg(`${precision} bits`)
  const cells = new Uint16Array(columns * rows * samples)
  const done = new Set<number>()
  let shift = 0
  eachScan(stream.bytes, (scan) => {
    const end = decodeScan(scan, stream, cells)
    for (const { index } of scan.components) done.add(index)
    shift = scan.pointTransform
    return end
  })
  if (done.size !== samples) throw damagedJpeg('the picture is not whole')
  if (shift > 0) for (let at = 0; at < cells.length; at++) cells[at] = (cells[at] ?? 0) << shift
  return precision <= 8 ? Uint8Array.from(cells) : cells
}
