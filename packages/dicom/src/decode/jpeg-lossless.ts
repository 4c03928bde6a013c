import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { BitReader, createJpegFault } from './jpeg-bits.ts'
import { forEachScan } from './jpeg-segments.ts'
import type { Scan, ScanComponent } from './jpeg-segments.ts'
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

function decodeScan(scan: Scan, stream: Codestream, cells: Uint16Array): number {
  const { columns, rows, samples, precision } = stream
  const { components, selection, pointTransform, restartInterval } = scan
  if (selection < 1 || selection > 7 || pointTransform >= precision) {
    throw createJpegFault(`predictor ${selection}`)
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
    // The first row, and the first row after a restart, have no row above them.
    const isFirst = row === 0 || isRestart
    for (let column = 0; column < columns; column++) {
      // An index loop: an iterator per pixel costs a fifth of the time.
      for (let component = 0; component < components.length; component++) {
        const { index, dc } = components[component] as ScanComponent
        const at = row * rowLength + column * samples + index
        const left = column === 0 ? origin : (cells[at - samples] as number)
        let value = left
        if (!isFirst) {
          const above = cells[at - rowLength] as number
          value =
            column === 0
              ? above
              : predict(selection, left, above, cells[at - rowLength - samples] as number)
        }
        const size = bits.readSymbol(dc)
        if (size > 16) throw createJpegFault(`a difference of ${size} bits`)
        cells[at] = value + (size === 16 ? 32_768 : bits.readSigned(size))
      }
    }
  }
  return bits.at
}

/** Decodes JPEG lossless (process 14), every predictor. The array reduces values modulo 65536. */
export function decodeJpegLossless(stream: Codestream): Cells {
  const { columns, rows, samples, precision } = stream
  if (precision < 2 || precision > 16) throw createJpegFault(`${precision} bits`)
  const cells = new Uint16Array(columns * rows * samples)
  const done = new Set<number>()
  let shift = 0
  forEachScan(stream.bytes, (scan) => {
    for (const { index } of scan.components) {
      if (done.has(index)) throw createJpegFault('a component comes twice')
      done.add(index)
    }
    const end = decodeScan(scan, stream, cells)
    shift = scan.pointTransform
    return end
  })
  if (done.size !== samples) throw createJpegFault('the picture is not whole')
  if (shift > 0) for (let at = 0; at < cells.length; at++) cells[at] = (cells[at] ?? 0) << shift
  return precision <= 8 ? Uint8Array.from(cells) : cells
}
