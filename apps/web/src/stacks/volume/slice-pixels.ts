import type { Stack } from '@talus/contract'
import { createLevels, toRgba } from '../../viewer/core/loading/levels.ts'
import type { ColourPixels } from '../../viewer/core/loading/pixels.ts'
import type { GreyReply } from './volume-protocol.ts'

/** Smaller copies for small viewports, and the extremes that the window needs. */
export function createGreyReply(cells: Int16Array, columns: number, rows: number): GreyReply {
  let [lowest, highest] = [32_767, -32_768]
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    if (cell < lowest) lowest = cell
    if (cell > highest) highest = cell
  }
  const levels = createLevels({ columns, rows, stepX: 1, stepY: 1, values: cells })
  return { levels, lowest, highest }
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
