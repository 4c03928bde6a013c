import type { Stack } from '@talus/contract'
import { emptyCell } from '@talus/volume'
import { createLevels, toRgba } from '../../viewer/core/loading/levels.ts'
import type { ColourPixels } from '../../viewer/core/loading/pixels.ts'
import type { GreyReply } from './volume-protocol.ts'

/** The lowest cell above the reserved ones; the highest of all cells if there is no measurement. */
function findLowestMeasured(cells: Int16Array, reserved: number, highest: number): number {
  let lowest = highest
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    if (cell > reserved && cell < lowest) lowest = cell
  }
  return lowest
}

/**
 * Smaller copies for small viewports, and the extremes that the window needs. Cells up to `reserved`
 * are padding, or lie in a gap or outside of the volume.
 */
export function createGreyReply(
  cells: Int16Array,
  columns: number,
  rows: number,
  reserved: number = emptyCell,
): GreyReply {
  let [lowest, highest] = [32_767, -32_768]
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    if (cell < lowest) lowest = cell
    if (cell > highest) highest = cell
  }
  const lowestMeasured =
    lowest > reserved ? undefined : findLowestMeasured(cells, reserved, highest)
  const levels = createLevels({ columns, rows, stepX: 1, stepY: 1, values: cells })
  return { levels, lowest, highest, lowestMeasured }
}

/** A colour slice is packed as its red, its green and its blue plane. */
export async function createColourPixels(
  cells: Int16Array,
  { columns, rows }: Pick<Stack, 'columns' | 'rows'>,
): Promise<ColourPixels> {
  const size = columns * rows
  const values = new Uint8Array(3 * size)
  for (let at = 0; at < size; at++)
    for (let sample = 0; sample < 3; sample++)
      values[3 * at + sample] = cells[sample * size + at] as number
  const bitmap = await createImageBitmap(new ImageData(toRgba(values), columns, rows))
  return { kind: 'colour', bitmap, values, columns, rows, bytes: 7 * size }
}
