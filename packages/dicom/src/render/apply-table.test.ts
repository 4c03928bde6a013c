import { describe, expect, test } from 'vitest'
import { findPresentValues, applyTable } from './apply-table.ts'

const table = Uint8Array.from({ length: 65_536 }, (_, cell) => (cell * 7 + (cell >> 8)) % 256)

/** Cells at every two-byte alignment, as files have them, and in different numbers. */
const layouts = [0, 2, 4, 6].flatMap((offset) =>
  [0, 1, 2, 3, 4, 5, 7, 8, 1001].map((length) => ({ offset, length })),
)
function createCells(offset: number, length: number): Uint16Array {
  const cells = new Uint16Array(new ArrayBuffer(offset + length * 2), offset, length)
  for (let at = 0; at < length; at++) cells[at] = (at * 40_503 + 65_535) % 65_536
  return cells
}

/** Longer than one strip of cells that are not aligned. */
const manyCells = 2 * 256 * 1024 + 3

/** Applies the table into a buffer with other content. */
const applyTestTable = (cells: Uint8Array | Uint16Array) =>
  Array.from(applyTable(cells, table, new Uint8Array(cells.length + 4).fill(99).subarray(4)))

describe.each(layouts)('$length cells at byte $offset', ({ offset, length }) => {
  const cells = createCells(offset, length)

  test('every 16-bit cell is looked up in the table', () => {
    expect(applyTestTable(cells)).toEqual(Array.from(cells, (cell) => table[cell]))
  })

  test('exactly the values of the 16-bit cells are found present', () => {
    const present = findPresentValues(cells, 65_536)
    const seen = [...present.keys()].filter((value) => present[value] === 1)
    expect(seen).toEqual([...new Set(cells)].toSorted((one, other) => one - other))
  })
})

test.each([0, 2])('cells of several strips at byte %d are looked up and found', (offset) => {
  const cells = createCells(offset, manyCells)
  const expected = Uint8Array.from(cells, (cell) => table[cell] ?? 0)
  const found = applyTable(cells, table, new Uint8Array(manyCells))
  expect(Buffer.compare(found, expected)).toBe(0)
  const present = findPresentValues(cells, 65_536)
  expect(present.reduce((sum, one) => sum + one, 0)).toBe(new Set(cells).size)
})

test('8-bit cells are looked up and found present', () => {
  const cells = Uint8Array.from([0, 255, 7, 7, 9])
  expect(applyTestTable(cells)).toEqual(Array.from(cells, (cell) => table[cell]))
  expect(findPresentValues(cells, 256).reduce((sum, one) => sum + one)).toBe(4)
})
