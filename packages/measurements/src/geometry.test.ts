import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getCageHint } from './cage-hint.ts'
import { fitCircle } from './circle.ts'
import { directedAngle, intersectLines, leanTowards, undirectedAngle } from './geometry.ts'
import { drawShape } from './shapes.ts'
import { resolveSpacing } from './spacing.ts'
import {
  toPoint,
  createContext,
  createDrawing,
  line,
  mm,
  formatValue,
  unknownSpacing,
} from './testing/drawings.ts'
import { getTool } from './tools.ts'
import { computeSectorAngles } from './tools/two-line-angle.ts'

const noSpacing = {
  pixelSpacing: null,
  imagerPixelSpacing: null,
  calibrationType: null,
  magnificationFactor: null,
  distanceSourceToDetector: null,
  distanceSourceToPatient: null,
} as const

describe('angles', () => {
  test('angles between directions go up to 180 degrees, between lines up to 90', () => {
    expect(directedAngle(toPoint([1, 0]), toPoint([-1, 1]))).toBeCloseTo(135, 12)
    expect(undirectedAngle(toPoint([1, 0]), toPoint([-1, 1]))).toBeCloseTo(45, 12)
    expect(directedAngle(toPoint([1, 0]), toPoint([-1, 0]))).toBe(180)
    expect(leanTowards(toPoint([1, 1]), toPoint([0, 1]))).toBeCloseTo(45, 12)
    expect(leanTowards(toPoint([1, -1]), toPoint([0, 1]))).toBeCloseTo(-45, 12)
  })

  test('the angle between nearly parallel directions keeps its precision', () => {
    const tiny = 1e-9
    expect(directedAngle(toPoint([1, 0]), toPoint([1, tiny]))).toBeCloseTo(
      (tiny * 180) / Math.PI,
      18,
    )
  })

  test('the angle of three points takes unequal pixel spacing into account', () => {
    const drawing = createDrawing('angle', { ...line([0, 100], [100, 0]), middle: toPoint([0, 0]) })
    expect(formatValue(drawing, unknownSpacing, 'angle')).toBe('90.0')
    const slanted = createDrawing('angle', {
      ...line([100, 100], [100, 0]),
      middle: toPoint([0, 0]),
    })
    expect(formatValue(slanted, unknownSpacing, 'angle')).toBe('45.0')
    expect(formatValue(slanted, mm(0.2, 0.1), 'angle')).toBe('63.4')
  })

  test('the angle of three points is right if the file has an aspect ratio only', () => {
    const drawing = createDrawing('angle', {
      ...line([1000, -531.71], [1000, 531.71]),
      middle: toPoint([0, 0]),
    })
    expect(formatValue(drawing, unknownSpacing, 'angle')).toBe('56.0')
    const { spacing } = resolveSpacing({ ...noSpacing, pixelAspectRatio: [2, 1] })
    expect(formatValue(drawing, spacing, 'angle')).toBe('93.5')
  })

  test('two lines have four sector angles, in order', () => {
    const drawing = createDrawing(
      'twoLineAngle',
      line([0, 100], [200, 100]),
      line([50, 50], [60, 60]),
    )
    const found = computeSectorAngles(drawing, { spacing: unknownSpacing })
    expect(found?.at).toEqual(toPoint([100, 100]))
    expect(found?.sectors.map(({ degrees }) => degrees.toFixed(6))).toEqual([
      '45.000000',
      '135.000000',
      '45.000000',
      '135.000000',
    ])
    const sum = found?.sectors.reduce((total, { degrees }) => total + degrees, 0)
    expect(sum).toBeCloseTo(360, 9)
    expect(formatValue(drawing, unknownSpacing, 'angle')).toBe('45.0')
    expect(formatValue(drawing, unknownSpacing, 'supplement')).toBe('135.0')
  })

  test('parallel lines have the angles 0 and 180 and no intersection', () => {
    const drawing = createDrawing(
      'twoLineAngle',
      line([0, 0], [200, 100]),
      line([0, 50], [100, 100]),
    )
    expect(computeSectorAngles(drawing, { spacing: unknownSpacing })).toBeUndefined()
    expect(formatValue(drawing, unknownSpacing, 'angle')).toBe('0.0')
    expect(formatValue(drawing, unknownSpacing, 'supplement')).toBe('180.0')
  })
})

test('the intersection of two lines is on both', () => {
  const coordinate = fc.double({ min: -500, max: 500, noNaN: true })
  const point = fc.record({ x: coordinate, y: coordinate })
  fc.assert(
    fc.property(point, point, point, (meeting, a, b) => {
      const first = { from: meeting, to: { x: meeting.x + a.x, y: meeting.y + a.y } }
      const second = {
        from: { x: meeting.x - b.x, y: meeting.y - b.y },
        to: { x: meeting.x - 2 * b.x, y: meeting.y - 2 * b.y },
      }
      fc.pre(Math.abs(a.x * b.y - a.y * b.x) > 1)
      const found = intersectLines(first, second)
      expect(found?.x).toBeCloseTo(meeting.x, 3)
      expect(found?.y).toBeCloseTo(meeting.y, 3)
    }),
    { numRuns: 200 },
  )
})

describe('a circle through three points', () => {
  test('a circle is fitted through three points of its rim', () => {
    const spacing = mm(0.2, 0.1)
    const centre = { x: 2400.25, y: 1800.5 }
    const onRim = (turn: number) => ({
      x: centre.x + (12 * Math.cos(turn)) / spacing.column,
      y: centre.y + (12 * Math.sin(turn)) / spacing.row,
    })
    const found = fitCircle([onRim(0.3), onRim(2), onRim(4.4)], spacing)
    expect(found?.radius).toBeCloseTo(12, 9)
    expect(found?.centre.x).toBeCloseTo(centre.x, 8)
    expect(found?.centre.y).toBeCloseTo(centre.y, 8)
  })

  test('no circle is fitted through collinear points', () => {
    expect(
      fitCircle([toPoint([0, 0]), toPoint([10, 10]), toPoint([30, 30])], unknownSpacing),
    ).toBeUndefined()
    expect(
      fitCircle([toPoint([5, 5]), toPoint([5, 5]), toPoint([30, 30])], unknownSpacing),
    ).toBeUndefined()
  })
})

test('with unequal pixel spacing a true circle is drawn as an ellipse', () => {
  const spacing = mm(0.2, 0.1)
  const drawing = createDrawing('tplo', line([100, 100], [100, 150]))
  // 10 mm are 50 rows or 100 columns.
  expect(getTool('tplo').getMarks(drawing, createContext(spacing))[0]).toEqual({
    kind: 'ellipse',
    centre: toPoint([100, 100]),
    radiusX: expect.closeTo(100, 10),
    radiusY: expect.closeTo(50, 10),
  })
})

test('a long freehand line keeps its ends and at most 2000 points', () => {
  const path = Array.from({ length: 7001 }, (_, x) => ({ x: x / 10, y: 5 }))
  const way = { from: toPoint([0, 5]), to: toPoint([700, 5]), path }
  const step = drawShape('freehand', 1, way, createContext(mm(0.1)))
  expect(step?.points).toHaveLength(2000)
  expect(step?.points?.[0]).toEqual(toPoint([0, 5]))
  expect(step?.points?.at(-1)).toEqual(toPoint([700, 5]))
})

describe('a cage', () => {
  test('the suggested cage is not narrower than the advancement; the next size is offered too', () => {
    expect(getCageHint(6)).toMatchObject({ sizes: [6, 7.5], compensatedSize: 7.5 })
    expect(getCageHint(6)?.compensated.toFixed(3)).toBe('7.101')
    expect(getCageHint(8.539)).toMatchObject({ sizes: [9, 10.5], compensatedSize: 10.5 })
    expect(getCageHint(6.01)?.sizes).toEqual([7.5, 9])
    expect(getCageHint(0.1 + 0.2 + 2.7)?.sizes[0]).toBe(3)
  })

  test('no cage is suggested if none is needed or none is wide enough', () => {
    expect(getCageHint(0)).toBeUndefined()
    expect(getCageHint(-4)).toBeUndefined()
    expect(getCageHint(14)).toMatchObject({ sizes: [15], compensatedSize: undefined })
    expect(getCageHint(16)?.sizes).toEqual([])
  })
})
