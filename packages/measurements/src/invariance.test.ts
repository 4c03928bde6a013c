import type { Drawing, DrawingTool, Point } from '@talus/contract'
import { drawingTools } from '@talus/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mapPoints,
  circle,
  createContext,
  crossed,
  createDrawing,
  line,
  mm,
} from './testing/drawings.ts'
import type { Spacing } from './tool-types.ts'
import { getTool } from './tools.ts'

/** One drawing of each tool that measures something, on an image of square pixels. */
const drawings: readonly Drawing[] = [
  createDrawing('length', line([120, 300], [610, 480])),
  createDrawing('bidirectional', crossed([600, 400], [300, 800], [642, 744], [274, 468])),
  createDrawing('angle', { ...line([120, 300], [610, 480]), middle: { x: 400, y: 350 } }),
  createDrawing('cobb', line([10, 10], [110, 30]), line([300, 200], [400, 155])),
  createDrawing('twoLineAngle', line([10, 10], [110, 30]), line([300, 200], [400, 155])),
  {
    ...createDrawing('freehand', line([10, 10], [200, 220])),
    steps: [
      {
        step: 1,
        handles: {},
        points: [
          { x: 10, y: 10 },
          { x: 60, y: 30 },
          { x: 200, y: 220 },
        ],
      },
    ],
  },
  {
    ...createDrawing('freehandArea'),
    steps: [
      {
        step: 1,
        handles: {},
        // The last edge crosses the first: the closing loop of a hand-drawn outline.
        points: [
          { x: 100, y: 100 },
          { x: 400, y: 120 },
          { x: 420, y: 300 },
          { x: 130, y: 330 },
          { x: 150, y: 80 },
        ],
      },
    ],
  },
  createDrawing(
    'vhs',
    line([310, 220], [655, 262]),
    crossed([540, 470], [430, 690], [570, 634], [400, 549]),
  ),
  createDrawing(
    'tplo',
    circle([430, 1500], 60),
    line([512, 300], [430, 1500]),
    line([400, 270], [610, 380]),
  ),
  createDrawing(
    'tta',
    circle([620, 410], 150),
    circle([560, 880], 320),
    line([400, 235], [380, 390]),
    line([428, 690], [343, 679]),
  ),
  createDrawing(
    'norberg',
    circle([300, 500], 60),
    circle([700, 520], 60),
    { start: { x: 270, y: 400 } },
    { start: { x: 736, y: 396 } },
  ),
  createDrawing(
    'distraction',
    circle([300, 500], 70),
    circle([318, 506], 60),
    circle([700, 500], 70),
    circle([681, 509], 61),
  ),
  createDrawing('vlas', line([310, 220], [655, 262]), line([540, 470], [620, 540])),
]

/**
 * Tools without a measured value, or whose value depends on the orientation of the box. Rotation
 * and mirroring of the viewport need no test: they never change the points.
 */
const excluded: readonly DrawingTool[] = [
  'arrow',
  'comment',
  'marker',
  'rectangle',
  'ellipse',
  'probe',
]

const values = (drawing: Drawing, spacing: Spacing) =>
  getTool(drawing.tool).measure(drawing, createContext(spacing))

function mapAllPoints(drawing: Drawing, change: (point: Point) => Point): Drawing {
  const changed = mapPoints(drawing, change)
  return {
    ...changed,
    steps: changed.steps.map((step) =>
      step.points ? { ...step, points: step.points.map(change) } : step,
    ),
  }
}

function expectSame(drawing: Drawing, spacing: Spacing, other: Drawing, otherSpacing: Spacing) {
  const expected = values(drawing, spacing)
  const found = values(other, otherSpacing)
  expect(expected.length).toBeGreaterThan(0)
  expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
  for (const [index, { value }] of expected.entries()) {
    expect(found[index]?.value).toBeCloseTo(value, 7)
  }
}

const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
const shift = fc.double({ min: -1000, max: 1000, noNaN: true })
const size = fc.double({ min: 0.05, max: 2, noNaN: true })

test('every tool is tested for invariance or excluded', () => {
  const covered = new Set([...drawings.map(({ tool }) => tool), ...excluded])
  expect(drawingTools.filter((id) => !covered.has(id))).toEqual([])
})

describe.each(drawings.map((drawing) => [drawing.tool, drawing] as const))('%s', (_id, drawing) => {
  test('measured values do not change under rotation and translation', () => {
    fc.assert(
      fc.property(angle, shift, shift, (turn, x, y) => {
        const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
        const rotated = mapAllPoints(drawing, (point) => ({
          x: cosine * point.x - sine * point.y + x,
          y: sine * point.x + cosine * point.y + y,
        }))
        expectSame(drawing, mm(0.1), rotated, mm(0.1))
      }),
      { numRuns: 50 },
    )
  })

  test('measured values do not change under mirroring', () => {
    const acrossX = mapAllPoints(drawing, ({ x, y }) => ({ x: 1000 - x, y }))
    const acrossY = mapAllPoints(drawing, ({ x, y }) => ({ x, y: 2000 - y }))
    expectSame(drawing, mm(0.1), acrossX, mm(0.1))
    expectSame(drawing, mm(0.1), acrossY, mm(0.1))
  })

  test('measured values do not depend on the pixel spacing', () => {
    fc.assert(
      fc.property(size, size, (row, column) => {
        const resampled = mapAllPoints(drawing, ({ x, y }) => ({
          x: (x * 0.1) / column,
          y: (y * 0.1) / row,
        }))
        expectSame(drawing, mm(0.1), resampled, mm(row, column))
      }),
      { numRuns: 50 },
    )
  })

  test('only lengths and areas scale with the pixel size', () => {
    const small = values(drawing, mm(0.1))
    const large = values(drawing, mm(0.3))
    const factors: Readonly<Record<string, number>> = { mm: 3, mm2: 9 }
    for (const [index, { value, unit }] of small.entries()) {
      expect(large[index]?.value).toBeCloseTo(value * (factors[unit] ?? 1), 9)
    }
  })

  test('an incomplete or degenerate drawing gives no value or a finite one', () => {
    const context = createContext(mm(0.1))
    const [first] = drawing.steps
    expect(getTool(drawing.tool).measure({ ...drawing, steps: [] }, context)).toEqual([])
    const collapsed = mapAllPoints(drawing, () => ({ x: 50, y: 50 }))
    for (const steps of [collapsed.steps, first ? [first] : []]) {
      for (const { value } of getTool(drawing.tool).measure({ ...collapsed, steps }, context)) {
        expect(Number.isFinite(value)).toBe(true)
      }
    }
  })
})
