import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAutomaticWindow, windowPresets } from '../presets/window-presets.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import {
  convertValues,
  emptyCell,
  getCellTransform,
  getPackedOffset,
  getSliceValues,
} from './cell-transform.ts'

/** The modality value that the viewer shows for a stored value. */
function showValue(slices: ReturnType<typeof createSeries>, index: number, stored: number) {
  const stack = buildOne(slices)
  const transform = getCellTransform(stack)
  const values = Int16Array.of(stored - stack.storedOffset)
  convertValues(transform, index, values)
  const own = getSliceValues(stack, 0, index)
  const cell = values[0] ?? 0
  return {
    cell,
    inSlice: own.slope * cell + own.intercept,
    inPlane:
      transform.slope * (cell * (transform.scales[index] ?? 1) + (transform.shifts[index] ?? 0)) +
      transform.intercept,
  }
}

test('slices with intercepts of their own have the same exact values in stacks and planes', () => {
  const slices = createSeries({
    count: 5,
    change: (at) => ({ slope: 2, intercept: -1024 + 10 * at }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: -3000, max: 9000 }),
      fc.integer({ min: 0, max: 4 }),
      (stored, index) => {
        const { inSlice, inPlane } = showValue(slices, index, stored)
        expect(inSlice).toBe(2 * stored - 1024 + 10 * index)
        expect(inPlane).toBe(inSlice)
      },
    ),
  )
})

test('16 bits without sign keep every value up to 65 534', () => {
  expect([
    getPackedOffset(false, 16),
    getPackedOffset(false, 12),
    getPackedOffset(true, 16),
  ]).toEqual([32_768, 0, 0])
  const slices = createSeries({ count: 3 }, { isSigned: false, modality: 'MR' })
  for (const stored of [0, 1, 32_767, 32_768, 65_534])
    expect(showValue(slices, 1, stored).inSlice).toBe(stored)
})

test('slices with slopes of their own are exact one by one and nearly so in planes', () => {
  const slices = createSeries({
    count: 4,
    change: (at) => ({ slope: 0.5 + at / 3, intercept: at / 7 }),
  })
  expect(getCellTransform(buildOne(slices)).isApproximate).toBe(true)
  for (const index of [0, 1, 2, 3])
    for (const stored of [-2000, 0, 1234]) {
      const expected = (0.5 + index / 3) * stored + index / 7
      const { inSlice, inPlane } = showValue(slices, index, stored)
      expect(inSlice).toBeCloseTo(expected, 9)
      expect(Math.abs(inPlane - expected)).toBeLessThan(0.01)
    }
})

test('padding is compared with stored values before the slope', () => {
  const signed = createSeries({ count: 3 }, { padding: [-2000, -1990], slope: 3, intercept: 7 })
  expect(showValue(signed, 0, -2000).cell).toBe(emptyCell)
  expect(showValue(signed, 0, -1989).cell).not.toBe(emptyCell)
  const unsigned = createSeries({ count: 3 }, { isSigned: false, padding: [0, 0] })
  expect(showValue(unsigned, 0, 0).cell).toBe(emptyCell)
  expect(showValue(unsigned, 0, 1).inSlice).toBe(1)
})

test('window presets are the specified ones first', () => {
  expect(Object.entries(windowPresets).slice(0, 4)).toEqual([
    ['soft', { center: 40, width: 400 }],
    ['lung', { center: -600, width: 1500 }],
    ['bone', { center: 300, width: 1500 }],
    ['brain', { center: 40, width: 80 }],
  ])
})

test('an automatic window spans the middle third without its extremes and without padding', () => {
  const [columns, rows] = [30, 30]
  const cells = new Int16Array(columns * rows).fill(30_000)
  for (let y = 10; y < 20; y += 1)
    for (let x = 10; x < 20; x += 1) cells[y * columns + x] = 100 + (y - 10) * 10 + (x - 10)
  cells[10 * columns + 10] = emptyCell
  cells[19 * columns + 19] = 20_000
  const plain = findAutomaticWindow(cells, columns, rows, { slope: 1, intercept: 0 })
  expect(plain).toEqual({ center: 150, width: 96 })
  const scaled = findAutomaticWindow(cells, columns, rows, { slope: -2, intercept: 10 })
  expect(scaled).toEqual({ center: -290, width: 192 })
  cells.fill(emptyCell)
  expect(findAutomaticWindow(cells, columns, rows, { slope: 1, intercept: 0 })).toBeUndefined()
})
