import { describe, expect, test } from 'vitest'
import {
  readPixelValues,
  createGreyPixels,
  halveLevel,
  createLevels,
  computeStatistics,
  toRgba,
} from './levels.ts'
import { createValueReader } from './pixels.ts'

const level = (columns: number, values: readonly number[], Kind = Uint16Array) => ({
  columns,
  rows: values.length / columns,
  stepX: 1,
  stepY: 1,
  values: Kind.from(values),
})

describe('an image half as large', () => {
  test('a halved level contains the mean of four pixels', () => {
    expect(halveLevel(level(4, [0, 4, 65_535, 65_535, 8, 12, 65_535, 65_534]))).toEqual({
      columns: 2,
      rows: 1,
      stepX: 2,
      stepY: 2,
      values: Uint16Array.of(6, 65_535),
    })
  })

  test('halving keeps an odd last column and row', () => {
    const { columns, rows, values } = halveLevel(level(3, [10, 20, 30, 30, 40, 50, 70, 90, 110]))
    expect([columns, rows]).toEqual([2, 2])
    expect([...values]).toEqual([25, 40, 80, 110])
  })

  test('levels are halved until they are small, and negative values are kept', () => {
    const values = new Int16Array(1000 * 700).fill(-7)
    const levels = createLevels({ columns: 1000, rows: 700, stepX: 1, stepY: 1, values })
    expect(levels.map(({ columns }) => columns)).toEqual([1000, 500, 250, 125])
    expect(levels.every((one) => one.values.every((cell) => cell === -7))).toBe(true)
  })
})

describe('statistics of an image', () => {
  test('extremes of signed and unsigned values', () => {
    expect(computeStatistics(Uint16Array.of(7, 65_535, 12))).toMatchObject({
      lowest: 7,
      highest: 65_535,
    })
    expect(computeStatistics(Int16Array.of(-32_768, 5))).toMatchObject({
      lowest: -32_768,
      highest: 5,
    })
    expect(computeStatistics(Int8Array.of(-128, 127))).toMatchObject({ lowest: -128, highest: 127 })
  })

  test('quantiles without the black around the field', () => {
    const field = Array.from({ length: 1000 }, (_, at) => 1000 + at)
    const { quantiles } = computeStatistics(Uint16Array.from([...Array(2000).fill(0), ...field]))
    expect(quantiles).toHaveLength(101)
    expect([quantiles[0], quantiles[50], quantiles[100]]).toEqual([1000, 1500, 1999])
  })

  test('padding does not count as exposed', () => {
    const values = Uint16Array.of(0, 0, 5, 9, 65_535)
    expect(computeStatistics(values, [65_535, 65_535]).exposed).toEqual({ lowest: 0, highest: 9 })
    expect(computeStatistics(values, [0, 65_535]).exposed).toEqual({ lowest: 0, highest: 65_535 })
  })

  test('quantiles of an image of one value', () => {
    expect(new Set(computeStatistics(new Uint8Array(500).fill(9)).quantiles)).toEqual(new Set([9]))
  })
})

test('stored values are read in the byte order of the server', () => {
  const shape = { samples: 1, bits: 16, isSigned: true, columns: 2, rows: 2, step: 1 } as const
  const bytes = Uint8Array.of(0xff, 0xff, 1, 0, 0, 0x80, 0, 1)
  const pixels = createGreyPixels(bytes.buffer, shape)
  const valueAt = createValueReader(pixels, { slope: 2, intercept: 10 })
  expect([valueAt?.(0, 0), valueAt?.(1, 0), valueAt?.(0, 1)]).toEqual([8, 12, -65_526])
  expect(pixels.bytes).toBe(8)
  expect(() => readPixelValues(bytes.buffer, { ...shape, rows: 3 })).toThrow('fewer pixels')
})

test('RGB is converted to opaque RGBA', () => {
  expect([...toRgba(Uint8Array.of(1, 2, 3, 4, 5, 6))]).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
})
