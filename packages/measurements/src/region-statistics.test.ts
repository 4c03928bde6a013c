import type { Point } from '@talus/contract'
import { expect, test } from 'vitest'
import { computeRegionStatistics } from './region-statistics.ts'
import type { Region } from './region-statistics.ts'
import {
  createContext,
  createDrawing,
  line,
  measure,
  mm,
  unknownSpacing,
} from './testing/drawings.ts'

const columns = 60
const rows = 40
const values = Array.from({ length: columns * rows }, (_, index) => 30_000 + ((index * 7919) % 997))
const valueAt = (column: number, row: number) => values[row * columns + column] ?? Number.NaN
const context = { ...createContext(mm(0.2, 0.1), columns, rows), valueAt }

type Box = Extract<Region, { readonly from: Point }>

/** Reference implementation: tests each pixel of the image, in two passes. */
function computeSlowly({ shape, from, to }: Box) {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const inside: number[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column + 0.5, row + 0.5]
      const dx = (x - (left + right) / 2) / ((right - left) / 2)
      const dy = (y - (top + bottom) / 2) / ((bottom - top) / 2)
      const isIn =
        shape === 'ellipse'
          ? dx * dx + dy * dy <= 1
          : x >= left && x <= right && y >= top && y <= bottom
      if (isIn) inside.push(valueAt(column, row))
    }
  }
  const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length
  const variance = inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inside.length
  return {
    count: inside.length,
    mean,
    deviation: Math.sqrt(variance),
    min: Math.min(...inside),
    max: Math.max(...inside),
  }
}

test.each<Box>([
  { shape: 'rectangle', from: { x: 3, y: 4 }, to: { x: 20, y: 30 } },
  { shape: 'rectangle', from: { x: 20.4, y: 30.6 }, to: { x: 3.2, y: 4.7 } },
  { shape: 'rectangle', from: { x: -10, y: -10 }, to: { x: 100, y: 100 } },
  { shape: 'ellipse', from: { x: 3, y: 4 }, to: { x: 20, y: 30 } },
  { shape: 'ellipse', from: { x: 50.3, y: 30.1 }, to: { x: 9.9, y: 4.7 } },
  { shape: 'ellipse', from: { x: -5, y: -7 }, to: { x: 66, y: 38 } },
])('statistics of the $shape from $from to $to match those of its pixels', (region) => {
  const found = computeRegionStatistics(region, context)
  const expected = computeSlowly(region)
  expect(found?.count).toBe(expected.count)
  expect(found?.mean).toBeCloseTo(expected.mean, 8)
  expect(found?.deviation).toBeCloseTo(expected.deviation, 6)
  expect(found?.min).toBe(expected.min)
  expect(found?.max).toBe(expected.max)
})

test('a region that contains no pixel centre has no statistics', () => {
  const region: Region = { shape: 'rectangle', from: { x: 3.6, y: 4.6 }, to: { x: 4.4, y: 5.4 } }
  expect(computeRegionStatistics(region, context)).toBeUndefined()
})

test('values that are no measurement do not count', () => {
  const region: Region = { shape: 'rectangle', from: { x: 0, y: 0 }, to: { x: 4, y: 1 } }
  const read = (column: number) => (column < 2 ? Number.NaN : 10 * column)
  expect(computeRegionStatistics(region, { ...context, valueAt: read })).toMatchObject({
    count: 2,
    mean: 25,
    min: 20,
    max: 30,
  })
})

test('a region of size 0 has no statistics', () => {
  const region: Region = { shape: 'ellipse', from: { x: 3, y: 4 }, to: { x: 3, y: 4 } }
  expect(computeRegionStatistics(region, context)).toBeUndefined()
})

test('a region of one large value has the deviation 0', () => {
  const flat = { ...context, valueAt: () => 65_535.1 }
  const region: Region = { shape: 'ellipse', from: { x: 1, y: 1 }, to: { x: 50, y: 30 } }
  expect(computeRegionStatistics(region, flat)?.deviation).toBe(0)
})

test('region tools measure the area in mm², and statistics once pixel data is loaded', () => {
  const rectangle = createDrawing('rectangle', line([10, 20], [20, 30]))
  const ellipse = createDrawing('ellipse', line([20, 30], [10, 20]))
  expect(measure(rectangle, context).map(({ name }) => name)).toEqual([
    'area',
    'mean',
    'deviation',
    'min',
    'max',
  ])
  const area = (drawing: typeof rectangle, spacing = mm(0.2, 0.1)) =>
    measure(drawing, createContext(spacing))
  expect(area(rectangle)).toHaveLength(1)
  expect(area(rectangle)[0]).toMatchObject({ name: 'area', unit: 'mm2' })
  expect(area(rectangle)[0]?.value).toBeCloseTo(2, 12)
  expect(area(ellipse)[0]?.value).toBeCloseTo(Math.PI / 2, 12)
  expect(area(ellipse, unknownSpacing)[0]).toMatchObject({ unit: 'px2' })
  expect(area(ellipse, unknownSpacing)[0]?.value).toBeCloseTo(25 * Math.PI, 10)
})

test('values of CT are in Hounsfield units, other ones have no unit', () => {
  const drawing = createDrawing('ellipse', line([10, 10], [20, 20]))
  const unitsOf = (valueUnit?: 'hu') =>
    measure(drawing, { ...context, valueUnit }).map(({ name, unit }) => `${name} ${unit}`)
  expect(unitsOf('hu')).toEqual(['area mm2', 'mean hu', 'deviation hu', 'min hu', 'max hu'])
  expect(unitsOf()).toEqual(['area mm2', 'mean value', 'deviation value', 'min value', 'max value'])
})

test('a probe has the value of its pixel, with its unit', () => {
  const place = (x: number, y: number) => createDrawing('probe', { start: { x, y } })
  const probe = (x: number, y: number, valueUnit?: 'hu') =>
    measure(place(x, y), { ...context, valueUnit })
  expect(probe(12.9, 7.1, 'hu')).toEqual([
    { name: 'pixelValue', value: valueAt(12, 7), unit: 'hu', decimals: 0 },
  ])
  expect(probe(12.9, 7.1)[0]?.unit).toBe('value')
  // A place outside of the image has none, and neither has a preview.
  expect(probe(61, 7)).toEqual([])
  expect(measure(place(12, 7), { ...context, valueAt: undefined })).toEqual([])
  const fraction = { ...context, valueAt: () => 98.25 }
  expect(measure(place(1, 1), fraction)).toMatchObject([{ value: 98.25, decimals: 1 }])
})
