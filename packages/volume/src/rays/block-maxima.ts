import type { SmallVolume } from './small-volume.ts'

const edge = 8

/** The sizes of the grid of blocks. */
export const countBlocks = ({
  columns,
  rows,
  layers,
}: Pick<SmallVolume, 'columns' | 'rows' | 'layers'>) => ({
  columns: Math.ceil(columns / edge),
  rows: Math.ceil(rows / edge),
  layers: Math.ceil(layers / edge),
})

/**
 * Maxima along one axis of blocks of 8 and one value beyond, which a sample at the border reads. The
 * values before the axis are `inner` of them, the values after it `outer`.
 */
function reduceAxis(
  values: Uint8Array,
  { inner, count, outer }: { inner: number; count: number; outer: number },
): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(count / edge)
  const maxima = new Uint8Array(inner * blocks * outer)
  for (let beyond = 0; beyond < outer; beyond += 1)
    for (let block = 0; block < blocks; block += 1) {
      const to = (beyond * blocks + block) * inner
      const end = Math.min(count, (block + 1) * edge + 1)
      for (let at = block * edge; at < end; at += 1) {
        const from = (beyond * count + at) * inner
        for (let index = 0; index < inner; index += 1) {
          const value = values[from + index] as number
          if (value > (maxima[to + index] as number)) maxima[to + index] = value
        }
      }
    }
  return maxima
}

/**
 * The highest cell of each block of 8³ cells and one beyond: rays leap over blocks in which nothing
 * is visible. The kernel finds the same for the rays that it casts itself.
 */
export function findBlockMaxima({
  columns,
  rows,
  layers,
  cells,
}: Pick<SmallVolume, 'columns' | 'rows' | 'layers' | 'cells'>): Uint8Array<ArrayBuffer> {
  const blocks = countBlocks({ columns, rows, layers })
  // The layers first: each of the next passes has an eighth of the values.
  const inLayers = reduceAxis(cells, { inner: columns * rows, count: layers, outer: 1 })
  const inRows = reduceAxis(inLayers, { inner: columns, count: rows, outer: blocks.layers })
  return reduceAxis(inRows, { inner: 1, count: columns, outer: blocks.rows * blocks.layers })
}
