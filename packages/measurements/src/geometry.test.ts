import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cageHint } from './cage-hint.ts'
import { circleThrough } from './circle.ts'
import { directedAngle, intersection, leanTowards, undirectedAngle } from './geometry.ts'
import { drawShape } from './shapes.ts'
import { at, contextOf, drawingOf, line, mm, shown, unknown } from './testing/drawings.ts'
import { toolOf } from './tools.ts'
import { fourAngles } from './tools/two-line-angle.ts'

describe('angles', () => {
  test('of directions go to 180 degrees, of lines to 90', () => {
    expect(directedAngle(at([1, 0]), at([-1, 1]))).toBeCloseTo(135, 12)
    expect(undirectedAngle(at([1, 0]), at([-1, 1]))).toBeCloseTo(45, 12)
    expect(directedAngle(at([1, 0]), at([-1, 0]))).toBe(180)
    expect(leanTowards(at([1, 1]), at([0, 1]))).toBeCloseTo(45, 12)
    expect(leanTowards(at([1, -1]), at([0, 1]))).toBeCloseTo(-45, 12)
  })

  test('of nearly the same direction keep their digits', () => {
    const tiny = 1e-9
    expect(directedAngle(at([1, 0]), at([1, tiny]))).toBeCloseTo((tiny * 180) / Math.PI, 18)
  })

  test('of three points are those of the animal', () => {
    const drawing = drawingOf('angle', { ...line([0, 100], [100, 0]), middle: at([0, 0]) })
    expect(shown(drawing, unknown, 'angle')).toBe('90.0')
    const slanted = drawingOf('angle', { ...line([100, 100], [100, 0]), middle: at([0, 0]) })
    expect(shown(slanted, unknown, 'angle')).toBe('45.0')
    expect(shown(slanted, mm(0.2, 0.1), 'angle')).toBe('63.4')
  })

  test('of two lines are four, and go round', () => {
    const drawing = drawingOf('twoLineAngle', line([0, 100], [200, 100]), line([50, 50], [60, 60]))
    const found = fourAngles(drawing, { spacing: unknown })
    expect(found?.at).toEqual(at([100, 100]))
    expect(found?.sectors.map(({ degrees }) => degrees.toFixed(6))).toEqual([
      '45.000000',
      '135.000000',
      '45.000000',
      '135.000000',
    ])
    const sum = found?.sectors.reduce((total, { degrees }) => total + degrees, 0)
    expect(sum).toBeCloseTo(360, 9)
    expect(shown(drawing, unknown, 'angle')).toBe('45.0')
    expect(shown(drawing, unknown, 'supplement')).toBe('135.0')
  })

  test('of parallel lines are nothing and 180, without a place', () => {
    const drawing = drawingOf('twoLineAngle', line([0, 0], [200, 100]), line([0, 50], [100, 100]))
    expect(fourAngles(drawing, { spacing: unknown })).toBeUndefined()
    expect(shown(drawing, unknown, 'angle')).toBe('0.0')
    expect(shown(drawing, unknown, 'supplement')).toBe('180.0')
  })
})

test('lines meet where both lie', () => {
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
      const found = intersection(first, second)
      expect(found?.x).toBeCloseTo(meeting.x, 3)
      expect(found?.y).toBeCloseTo(meeting.y, 3)
    }),
    { numRuns: 200 },
  )
})

describe('a circle through three points', () => {
  test('is found wherever it lies', () => {
    const spacing = mm(0.2, 0.1)
    const centre = { x: 2400.25, y: 1800.5 }
    const onRim = (turn: number) => ({
      x: centre.x + (12 * Math.cos(turn)) / spacing.column,
      y: centre.y + (12 * Math.sin(turn)) / spacing.row,
    })
    const found = circleThrough([onRim(0.3), onRim(2), onRim(4.4)], spacing)
    expect(found?.radius).toBeCloseTo(12, 9)
    expect(found?.centre.x).toBeCloseTo(centre.x, 8)
    expect(found?.centre.y).toBeCloseTo(centre.y, 8)
  })

  test('is none for points on a line', () => {
    expect(circleThrough([at([0, 0]), at([10, 10]), at([30, 30])], unknown)).toBeUndefined()
    expect(circleThrough([at([5, 5]), at([5, 5]), at([30, 30])], unknown)).toBeUndefined()
  })
})

test('a circle of the animal is an ellipse of unequal pixels', () => {
  const spacing = mm(0.2, 0.1)
  const drawing = drawingOf('tplo', line([100, 100], [100, 150]))
  // 10 mm: 50 rows, or 100 columns.
  expect(toolOf('tplo').marks(drawing, contextOf(spacing))[0]).toEqual({
    kind: 'ellipse',
    centre: at([100, 100]),
    radiusX: expect.closeTo(100, 10),
    radiusY: expect.closeTo(50, 10),
  })
})

test('a long freehand way keeps its ends and at most 2000 points', () => {
  const path = Array.from({ length: 7001 }, (_, x) => ({ x: x / 10, y: 5 }))
  const way = { from: at([0, 5]), to: at([700, 5]), path }
  const step = drawShape('freehand', 1, way, contextOf(mm(0.1)))
  expect(step?.points).toHaveLength(2000)
  expect(step?.points?.[0]).toEqual(at([0, 5]))
  expect(step?.points?.at(-1)).toEqual(at([700, 5]))
})

describe('a cage', () => {
  test('is not narrower than the advancement, and its neighbour is offered', () => {
    expect(cageHint(6)).toMatchObject({ sizes: [6, 7.5], compensatedSize: 7.5 })
    expect(cageHint(6)?.compensated.toFixed(3)).toBe('7.101')
    expect(cageHint(8.539)).toMatchObject({ sizes: [9, 10.5], compensatedSize: 10.5 })
    expect(cageHint(6.01)?.sizes).toEqual([7.5, 9])
    expect(cageHint(0.1 + 0.2 + 2.7)?.sizes[0]).toBe(3)
  })

  test('is not suggested where none is needed, or none is wide enough', () => {
    expect(cageHint(0)).toBeUndefined()
    expect(cageHint(-4)).toBeUndefined()
    expect(cageHint(14)).toMatchObject({ sizes: [15], compensatedSize: undefined })
    expect(cageHint(16)?.sizes).toEqual([])
  })
})
