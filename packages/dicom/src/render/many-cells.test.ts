import { describe, expect, test } from 'vitest'
import { presentIn, throughTable } from './many-cells.ts'

const table = Uint8Array.from({ length: 65_536 }, (_, cell) => (cell * 7 + (cell >> 8)) % 256)

/** Cells at every second byte of memory, as files have them, and in every number. */
const places = [0, 2, 4, 6].flatMap((offset) =>
  [0, 1, 2, 3, 4, 5, 7, 8, 1001].map((length) => ({ offset, length })),
)
function cellsAt(offset: number, length: number): Uint16Array {
  const cells = new Uint16Array(new ArrayBuffer(offset + length * 2), offset, length)
  for (let at = 0; at < length; at++) cells[at] = (at * 40_503 + 65_535) % 65_536
  return cells
}

/** In memory that held something else before. */
const looked = (cells: Uint8Array | Uint16Array) =>
  Array.from(throughTable(cells, table, new Uint8Array(cells.length + 4).fill(99).subarray(4)))

describe.each(places)('$length cells at byte $offset', ({ offset, length }) => {
  const cells = cellsAt(offset, length)

  test('are each looked up', () => {
    expect(looked(cells)).toEqual(Array.from(cells, (cell) => table[cell]))
  })

  test('are all seen to be there, and no others', () => {
    const present = presentIn(cells, 65_536)
    const seen = [...present.keys()].filter((value) => present[value] === 1)
    expect(seen).toEqual([...new Set(cells)].toSorted((one, other) => one - other))
  })
})

test('cells of 8 bits too', () => {
  const cells = Uint8Array.from([0, 255, 7, 7, 9])
  expect(looked(cells)).toEqual(Array.from(cells, (cell) => table[cell]))
  expect(presentIn(cells, 256).reduce((sum, one) => sum + one)).toBe(4)
})
