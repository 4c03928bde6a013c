import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEnclosedArea } from './enclosed-area.ts'
import { computeRegionStatistics } from './region-statistics.ts'
import { createContext, createDrawing, measure, mm, toPoint } from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'

const path = (...points: readonly Pair[]) => points.map(toPoint)
const outlined = (points: ReturnType<typeof path>) => ({
  ...createDrawing('freehandArea'),
  steps: [{ step: 1, handles: {}, points }],
})

test('area and perimeter of an L shape, with pixels twice as high as wide', () => {
  const shape = path([0, 0], [40, 0], [40, 10], [10, 10], [10, 30], [0, 30])
  // 4 × 2 mm and 1 × 4 mm.
  expect(measure(outlined(shape), createContext(mm(0.2, 0.1)))).toMatchObject([
    { name: 'area', unit: 'mm2', decimals: 1, value: 12 },
    { name: 'perimeter', unit: 'mm', value: 20 },
  ])
})

test('both lobes of a figure eight count, whatever their direction', () => {
  expect(computeEnclosedArea(path([0, 0], [10, 10], [10, 0], [0, 10]))).toBeCloseTo(50, 10)
})

test('a loop that is drawn twice counts once', () => {
  const square = path([0, 0], [10, 0], [10, 10], [0, 10], [0, 0])
  const smaller = path([2, 2], [8, 2], [8, 8], [2, 8], [2, 2])
  expect(computeEnclosedArea([...square, ...smaller])).toBeCloseTo(100, 10)
})

test('the closing loop of an outline that overshoots its start is not subtracted', () => {
  // The last stroke crosses the first edge and ends above it.
  const area = computeEnclosedArea(path([0, 0], [10, 0], [10, 10], [0, 10], [2, -1]))
  expect(area).toBeGreaterThan(89)
  expect(area).toBeLessThan(100)
})

test('the area does not depend on where the outline starts and in which direction it runs', () => {
  const coordinate = fc.integer({ min: 0, max: 50 })
  const point = fc.record({ x: coordinate, y: coordinate })
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 12 }), fc.nat(11), (points, at) => {
      const turned = [...points.slice(at % points.length), ...points.slice(0, at % points.length)]
      const area = computeEnclosedArea(points)
      expect(computeEnclosedArea(turned)).toBeCloseTo(area, 7)
      expect(computeEnclosedArea(turned.toReversed())).toBeCloseTo(area, 7)
    }),
  )
})

test('the statistics are those of the pixels inside, also of an outline that crosses itself', () => {
  const valueAt = (column: number, row: number) => (column < 10 ? 100 : 300) + row
  const context = { ...createContext(mm(0.1), 20, 20), valueAt }
  const eight = path([0, 0], [20, 20], [20, 0], [0, 20])
  const statistics = computeRegionStatistics({ shape: 'outline', points: eight }, context)
  // Each row has the pixels outside of the cross, on both sides.
  expect(statistics).toMatchObject({ count: 220, min: 100, max: 319 })
  expect(statistics?.mean).toBeCloseTo(209.5, 5)
  const half = path([0, 0], [10, 0], [10, 20], [0, 20])
  expect(computeRegionStatistics({ shape: 'outline', points: half }, context)).toMatchObject({
    count: 200,
    min: 100,
    max: 119,
    mean: 109.5,
  })
})
