import type { DrawingStep, Point } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCrossing } from './crossed-lines.ts'
import { dot, intersectLines, vectorLength, minus, toPlane } from './geometry.ts'
import { isPerpendicularTooNear, isStepInside, minPerpendicularDistance } from './rules.ts'
import { drawShape, computeShapeLengths, moveShapeHandle } from './shapes.ts'
import { toPoint, createContext, mm } from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'

const context = createContext(mm(0.2, 0.1), 1000, 1000)

function drawLine(from: Pair, to: Pair): DrawingStep {
  const step = drawShape('crossedLines', 1, { from: toPoint(from), to: toPoint(to) }, context)
  if (!step) throw new Error('nothing was drawn')
  return step
}

/** The cosine of the angle between the two lines, in millimetres. */
function cosine({ handles }: DrawingStep): number {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return Number.NaN
  const along = toPlane(minus(end, start), context.spacing)
  const across = toPlane(minus(perpendicularEnd, perpendicularStart), context.spacing)
  return dot(along, across) / (vectorLength(along) * vectorLength(across))
}

/** Whether the two lines intersect between their ends. */
function doCross({ handles }: DrawingStep): boolean {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return false
  // A perpendicular of length 0 has no direction; its rounding errors must not be used as one.
  if (vectorLength(minus(perpendicularStart, perpendicularEnd)) < 1e-6) return true
  const foot = intersectLines(
    { from: start, to: end },
    { from: perpendicularStart, to: perpendicularEnd },
  )
  if (!foot) return false
  const isBetween = (from: Point, to: Point) =>
    dot(minus(from, foot), minus(to, foot)) <= 1e-6 * (1 + vectorLength(minus(from, to)))
  return isBetween(start, end) && isBetween(perpendicularStart, perpendicularEnd)
}

const coordinate = fc.double({ min: 0, max: 1000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })

test('a new perpendicular is half as long as its line, through its middle, at a right angle', () => {
  const step = drawLine([400, 500], [600, 500])
  // 20 mm along the columns; 10 mm are 50 rows.
  expect(step.handles.perpendicularStart).toEqual(toPoint([500, 475]))
  expect(step.handles.perpendicularEnd).toEqual(toPoint([500, 525]))
  expect(computeShapeLengths('crossedLines', step, context.spacing)).toEqual({
    length: expect.closeTo(20, 10),
    perpendicularLength: expect.closeTo(10, 10),
  })
})

test('a line along the border does not push its perpendicular out of the image', () => {
  const step = drawLine([100, 2], [900, 2])
  expect(isStepInside(step, context)).toBe(true)
  expect(step.handles.perpendicularStart).toEqual(toPoint([500, 0]))
  expect(Math.abs(cosine(step))).toBeLessThan(1e-9)
})

test('crossed lines stay perpendicular in millimetres when drawn and dragged', () => {
  const names = ['start', 'end', 'perpendicularStart', 'perpendicularEnd'] as const
  fc.assert(
    fc.property(point, point, fc.constantFrom(...names), point, (from, to, handle, target) => {
      fc.pre(vectorLength(minus(to, from)) > 20)
      const step = drawShape('crossedLines', 1, { from, to }, context)
      const placed = step && moveShapeHandle('crossedLines', step, handle, target, context)
      for (const one of [step, placed]) {
        if (
          !one ||
          computeShapeLengths('crossedLines', one, context.spacing).perpendicularLength === 0
        )
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

test('dragging one end of the perpendicular changes neither the line nor its other side', () => {
  const step = drawLine([400, 500], [600, 500])
  const placed = moveShapeHandle(
    'crossedLines',
    step,
    'perpendicularEnd',
    toPoint([450, 600]),
    context,
  )
  expect(placed?.handles).toMatchObject({
    start: toPoint([400, 500]),
    end: toPoint([600, 500]),
    perpendicularStart: toPoint([450, 475]),
    perpendicularEnd: toPoint([450, 600]),
  })
})

test('dragging an end of the line moves the perpendicular and keeps its length', () => {
  const step = drawLine([400, 500], [600, 500])
  const placed = moveShapeHandle('crossedLines', step, 'end', toPoint([400, 700]), context)
  expect(placed?.handles.perpendicularStart?.x).toBeCloseTo(450, 9)
  expect(placed?.handles.perpendicularStart?.y).toBeCloseTo(600, 9)
  expect(placed && computeShapeLengths('crossedLines', placed, context.spacing)).toEqual({
    length: expect.closeTo(40, 9),
    perpendicularLength: expect.closeTo(10, 9),
  })
})

test('a perpendicular slides along its line and stops three pixels before the ends', () => {
  const step = drawLine([400, 500], [600, 500])
  const to = (pair: Pair) =>
    moveShapeHandle('crossedLines', step, 'perpendicularEnd', toPoint(pair), context)?.handles
  expect(to([399, 540])?.perpendicularEnd?.x).toBeCloseTo(403, 9)
  expect(to([601, 540])?.perpendicularStart?.x).toBeCloseTo(597, 9)
  expect(to([601, 540])?.perpendicularEnd?.x).toBeCloseTo(597, 9)
  expect(to([404, 540])?.perpendicularEnd?.x).toBeCloseTo(404, 9)
  expect(to([500, 480])).toMatchObject({
    perpendicularStart: toPoint([500, 475]),
    perpendicularEnd: toPoint([500, 500]),
  })
})

test('a perpendicular handle less than three pixels from an end of its line is refused', () => {
  const step = drawLine([400, 500], [600, 500])
  const to = (pair: Pair) =>
    moveShapeHandle('crossedLines', step, 'perpendicularEnd', toPoint(pair), context)
  expect(to([402, 502])).toBeUndefined()
  expect(to([402, 503])).toBeDefined()
  expect(to([598, 502.2])).toBeUndefined()
  expect(to([380, 502])).toBeUndefined()
  expect(to([600, 500 + minPerpendicularDistance])).toBeDefined()
})

test('a perpendicular that crosses less than three pixels from an end, or beyond it, is refused', () => {
  const {
    perpendicularStart: _start,
    perpendicularEnd: _end,
    ...line
  } = drawLine([400, 500], [600, 500]).handles
  const isRefused = (x: number) => {
    const stroke = { from: toPoint([x, 440]), to: toPoint([x, 560]) }
    const crossed = drawCrossing({ step: 2, handles: line }, stroke, context)
    if (!crossed) throw new Error('The stroke crosses the line')
    return isPerpendicularTooNear(crossed)
  }
  const positions = [340, 380, 400, 402, 402.9, 403, 500, 597, 597.1, 600, 660]
  expect(positions.filter((x) => !isRefused(x))).toEqual([403, 500, 597])
})

test('a line that is shortened moves its perpendicular away from its end', () => {
  const step = drawLine([400, 500], [600, 500])
  const beside = moveShapeHandle(
    'crossedLines',
    step,
    'perpendicularEnd',
    toPoint([404, 540]),
    context,
  )
  const short =
    beside && moveShapeHandle('crossedLines', beside, 'end', toPoint([500, 500]), context)
  expect(short?.handles.perpendicularEnd?.x).toBeCloseTo(403, 9)
})
