import { describe, expect, test } from 'vitest'
import { cellsOf, greyPixels, halved, levelsOf, statisticsOf, withOpacity } from './levels.ts'
import { valueReader } from './pixels.ts'

const level = (columns: number, numbers: readonly number[], Kind = Uint16Array) => ({
  columns,
  rows: numbers.length / columns,
  stepX: 1,
  stepY: 1,
  cells: Kind.from(numbers),
})

describe('an image half as large', () => {
  test('holds the mean of four', () => {
    expect(halved(level(4, [0, 4, 65_535, 65_535, 8, 12, 65_535, 65_534]))).toEqual({
      columns: 2,
      rows: 1,
      stepX: 2,
      stepY: 2,
      cells: Uint16Array.of(6, 65_535),
    })
  })

  test('keeps an odd last column and row', () => {
    const { columns, rows, cells } = halved(level(3, [10, 20, 30, 30, 40, 50, 70, 90, 110]))
    expect([columns, rows]).toEqual([2, 2])
    expect([...cells]).toEqual([25, 40, 80, 110])
  })

  test('goes down until it is small, and negative numbers stay', () => {
    const cells = new Int16Array(1000 * 700).fill(-7)
    const levels = levelsOf({ columns: 1000, rows: 700, stepX: 1, stepY: 1, cells })
    expect(levels.map(({ columns }) => columns)).toEqual([1000, 500, 250, 125])
    expect(levels.every((one) => one.cells.every((cell) => cell === -7))).toBe(true)
  })
})

describe('what an image holds', () => {
  test('its extremes, signed or not', () => {
    expect(statisticsOf(Uint16Array.of(7, 65_535, 12))).toMatchObject({
      lowest: 7,
      highest: 65_535,
    })
    expect(statisticsOf(Int16Array.of(-32_768, 5))).toMatchObject({ lowest: -32_768, highest: 5 })
    expect(statisticsOf(Int8Array.of(-128, 127))).toMatchObject({ lowest: -128, highest: 127 })
  })

  test('quantiles without the black around the field', () => {
    const field = Array.from({ length: 1000 }, (_, at) => 1000 + at)
    const { quantiles } = statisticsOf(Uint16Array.from([...Array(2000).fill(0), ...field]))
    expect(quantiles).toHaveLength(101)
    expect([quantiles[0], quantiles[50], quantiles[100]]).toEqual([1000, 1500, 1999])
  })

  test('what fills the unexposed part is not exposed', () => {
    const cells = Uint16Array.of(0, 0, 5, 9, 65_535)
    expect(statisticsOf(cells, [65_535, 65_535]).exposed).toEqual({ lowest: 0, highest: 9 })
    expect(statisticsOf(cells, [0, 65_535]).exposed).toEqual({ lowest: 0, highest: 65_535 })
  })

  test('an image of one value', () => {
    expect(new Set(statisticsOf(new Uint8Array(500).fill(9)).quantiles)).toEqual(new Set([9]))
  })
})

test('numbers are read as the server wrote them', () => {
  const shape = { samples: 1, bits: 16, isSigned: true, columns: 2, rows: 2 } as const
  const bytes = Uint8Array.of(0xff, 0xff, 1, 0, 0, 0x80, 0, 1)
  const pixels = greyPixels(bytes.buffer, shape)
  const valueAt = valueReader(pixels, { slope: 2, intercept: 10 })
  expect([valueAt?.(0, 0), valueAt?.(1, 0), valueAt?.(0, 1)]).toEqual([8, 12, -65_526])
  expect(pixels.bytes).toBe(8)
  expect(() => cellsOf(bytes.buffer, { ...shape, rows: 3 })).toThrow('fewer pixels')
})

test('colours become opaque', () => {
  expect([...withOpacity(Uint8Array.of(1, 2, 3, 4, 5, 6))]).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
})
