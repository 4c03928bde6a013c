import type { DrawingStep, Point } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dot, intersection, lengthOf, minus, toPlane } from './geometry.ts'
import { isPerpendicularTooNear, isStepInside, minPerpendicularDistance } from './rules.ts'
import { drawShape, lengthsOfShape, placeInShape } from './shapes.ts'
import { at, contextOf, mm } from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'

const context = contextOf(mm(0.2, 0.1), 1000, 1000)

function drawn(from: Pair, to: Pair): DrawingStep {
  const step = drawShape('crossedLines', 1, { from: at(from), to: at(to) }, context)
  if (!step) throw new Error('nothing was drawn')
  return step
}

/** The cosine of the angle between the two lines, in the animal. */
function cosine({ handles }: DrawingStep): number {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return Number.NaN
  const along = toPlane(minus(end, start), context.spacing)
  const across = toPlane(minus(perpendicularEnd, perpendicularStart), context.spacing)
  return dot(along, across) / (lengthOf(along) * lengthOf(across))
}

/** Whether each line has the ends of the other on its two sides. */
function doCross({ handles }: DrawingStep): boolean {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return false
  // A point of the line has no direction, and what is left of rounding must not be taken for one.
  if (lengthOf(minus(perpendicularStart, perpendicularEnd)) < 1e-6) return true
  const foot = intersection(
    { from: start, to: end },
    { from: perpendicularStart, to: perpendicularEnd },
  )
  if (!foot) return false
  const isBetween = (from: Point, to: Point) =>
    dot(minus(from, foot), minus(to, foot)) <= 1e-6 * (1 + lengthOf(minus(from, to)))
  return isBetween(start, end) && isBetween(perpendicularStart, perpendicularEnd)
}

const coordinate = fc.double({ min: 0, max: 1000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })

test('a drawn perpendicular is half as long, through the middle, at a right angle', () => {
  const step = drawn([400, 500], [600, 500])
  // 20 mm along the columns; 10 mm are 50 rows.
  expect(step.handles.perpendicularStart).toEqual(at([500, 475]))
  expect(step.handles.perpendicularEnd).toEqual(at([500, 525]))
  expect(lengthsOfShape('crossedLines', step, context.spacing)).toEqual({
    length: expect.closeTo(20, 10),
    perpendicularLength: expect.closeTo(10, 10),
  })
})

test('a line along the border does not push its perpendicular out of the image', () => {
  const step = drawn([100, 2], [900, 2])
  expect(isStepInside(step, context)).toBe(true)
  expect(step.handles.perpendicularStart).toEqual(at([500, 0]))
  expect(Math.abs(cosine(step))).toBeLessThan(1e-9)
})

test('whatever is drawn and dragged stays at a right angle, in the animal', () => {
  const names = ['start', 'end', 'perpendicularStart', 'perpendicularEnd'] as const
  fc.assert(
    fc.property(point, point, fc.constantFrom(...names), point, (from, to, handle, target) => {
      fc.pre(lengthOf(minus(to, from)) > 20)
      const step = drawShape('crossedLines', 1, { from, to }, context)
      const placed = step && placeInShape('crossedLines', step, handle, target, context)
      for (const one of [step, placed]) {
        if (!one || lengthsOfShape('crossedLines', one, context.spacing).perpendicularLength === 0)
          continue
        expect(Math.abs(cosine(one))).toBeLessThan(1e-6)
      }
      if (placed) {
        expect(isPerpendicularTooNear(placed)).toBe(false)
        expect(doCross(placed)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('dragging the perpendicular leaves the line, and the other side as long as it was', () => {
  const step = drawn([400, 500], [600, 500])
  const placed = placeInShape('crossedLines', step, 'perpendicularEnd', at([450, 600]), context)
  expect(placed?.handles).toMatchObject({
    start: at([400, 500]),
    end: at([600, 500]),
    perpendicularStart: at([450, 475]),
    perpendicularEnd: at([450, 600]),
  })
})

test('dragging an end takes the perpendicular along, as long as it was', () => {
  const step = drawn([400, 500], [600, 500])
  const placed = placeInShape('crossedLines', step, 'end', at([400, 700]), context)
  expect(placed?.handles.perpendicularStart?.x).toBeCloseTo(450, 9)
  expect(placed?.handles.perpendicularStart?.y).toBeCloseTo(600, 9)
  expect(placed && lengthsOfShape('crossedLines', placed, context.spacing)).toEqual({
    length: expect.closeTo(40, 9),
    perpendicularLength: expect.closeTo(10, 9),
  })
})

test('a perpendicular slides to the ends of its line and never past it', () => {
  const step = drawn([400, 500], [600, 500])
  const to = (pair: Pair) =>
    placeInShape('crossedLines', step, 'perpendicularEnd', at(pair), context)?.handles
  expect(to([399, 540])).toMatchObject({ perpendicularEnd: at([400, 540]) })
  expect(to([601, 540])).toMatchObject({
    perpendicularStart: at([600, 475]),
    perpendicularEnd: at([600, 540]),
  })
  expect(to([500, 480])).toMatchObject({
    perpendicularStart: at([500, 475]),
    perpendicularEnd: at([500, 500]),
  })
})

test('a perpendicular handle less than three pixels from an end of its line is refused', () => {
  const step = drawn([400, 500], [600, 500])
  const to = (pair: Pair) =>
    placeInShape('crossedLines', step, 'perpendicularEnd', at(pair), context)
  expect(to([402, 502])).toBeUndefined()
  expect(to([402, 503])).toBeDefined()
  expect(to([598, 502.2])).toBeUndefined()
  expect(to([380, 502])).toBeUndefined()
  expect(to([600, 500 + minPerpendicularDistance])).toBeDefined()
})
