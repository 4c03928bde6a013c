import type { Codestream } from './codestream.ts'

/** The positions of the coefficients in a block, in the order in which they are coded. */
export const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
])

/** cosines[8 * x + u]: the weight of frequency u at position x. */
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const position = index >> 3
  const frequency = index & 7
  const scale = frequency === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos(((2 * position + 1) * frequency * Math.PI) / 16)
})

/** The inverse cosine transform of eight coefficients, `step` apart. */
function transform(block: Float64Array, start: number, step: number, line: Float64Array): void {
  for (let position = 0; position < 8; position++) {
    let sum = 0
    for (let frequency = 0; frequency < 8; frequency++) {
      sum += (cosines[8 * position + frequency] ?? 0) * (block[start + frequency * step] ?? 0)
    }
    line[position] = sum
  }
  for (let position = 0; position < 8; position++) {
    block[start + position * step] = line[position] ?? 0
  }
}

const middle = 2048
const highest = 4095

/** The number of blocks of eight by eight pixels per row, and in total. */
export function countBlocks({ columns, rows }: Pick<Codestream, 'columns' | 'rows'>) {
  const across = Math.ceil(columns / 8)
  return { across, count: across * Math.ceil(rows / 8) }
}

/** Returns a function that transforms the coefficients of a block and writes 12-bit grey values. */
export function createBlockWriter({ columns, rows }: Codestream, cells: Uint16Array) {
  const line = new Float64Array(8)
  const { across } = countBlocks({ columns, rows })
  return (index: number, block: Float64Array): void => {
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
}
