import type { Drawing, DrawingStep, DrawingTool } from '@talus/contract'
import { drawingTools, Drawing as DrawingSchema } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import {
  addStep,
  drawStep,
  isComplete,
  isLocked,
  moveDrawing,
  moveStep,
  getNextStep,
  moveHandle,
  getCancelReason,
  removeLastStep,
  removeStep,
} from './steps.ts'
import { toPoint, createContext, mm } from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'
import { getTool } from './tools.ts'

const context = createContext(mm(0.1), 1000, 2000)

/** Draws the next step from one point to another, as a pointer does. */
function drawNext(tool: DrawingTool, drawing: Drawing | undefined, from: Pair, to: Pair): Drawing {
  const [start, end] = [toPoint(from), toPoint(to)]
  const path = [start, { x: start.x, y: end.y }, end]
  const step = drawStep(drawing, getTool(tool), { from: start, to: end, path }, context)
  if (!step) throw new Error('nothing was drawn')
  expect(getCancelReason(getTool(tool), step, { drawnMs: 500, context })).toBeUndefined()
  const before = drawing ?? { id: '0190a1b2-0000-7000-8000-000000000001', tool, steps: [] }
  const after = addStep(before, step, context)
  if (!after) throw new Error('the step was refused')
  return after
}

const numbers = (drawing: Drawing | undefined) => drawing?.steps.map(({ step }) => step)

const talus = drawNext('tplo', undefined, [430, 1500], [480, 1500])
const axis = drawNext('tplo', talus, [512, 300], [440, 1490])
const plateau = drawNext('tplo', axis, [400, 270], [610, 380])

const femur = drawNext('tta', undefined, [620, 410], [770, 410])
const tibia = drawNext('tta', femur, [560, 880], [880, 880])
const patella = drawNext('tta', tibia, [400, 235], [380, 700])
const tuberosity = drawNext('tta', patella, [428, 690], [350, 680])

describe('steps follow each other', () => {
  test.each<[DrawingTool, number]>([
    ['vhs', 2],
    ['tplo', 3],
    ['tta', 4],
  ])('%s has %s steps', (tool, count) => {
    expect(getTool(tool).steps).toHaveLength(count)
  })

  test('the next step is the first missing one', () => {
    expect(getNextStep(undefined, getTool('tta'))).toMatchObject({ step: 1, name: 'femur' })
    expect(getNextStep(tibia, getTool('tta'))).toMatchObject({ step: 3, name: 'patella' })
    expect(getNextStep(tuberosity, getTool('tta'))).toBeUndefined()
    expect(isComplete(patella)).toBe(false)
    expect(isComplete(tuberosity)).toBe(true)
  })

  test('steps of TPLO and TTA need the steps before them', () => {
    const needs = (tool: DrawingTool) => getTool(tool).steps.map((step) => step.needs)
    expect(needs('tplo')).toEqual([[], [1], [1, 2]])
    expect(needs('tta')).toEqual([[], [], [1, 2], [1, 2, 3]])
  })

  test('steps only need earlier steps and are only locked by existing ones', () => {
    for (const id of drawingTools) {
      const { steps } = getTool(id)
      expect(getTool(id).id).toBe(id)
      for (const [index, { needs, lockedBy }] of steps.entries()) {
        for (const need of needs) expect(need).toBeLessThan(index + 1)
        for (const lock of lockedBy) expect(steps[lock - 1]).toBeDefined()
      }
    }
  })
})

describe('removing', () => {
  test('removing the femur removes patella and tuberosity, but not the tibia', () => {
    const remaining = removeStep(tuberosity, 1)
    expect(numbers(remaining)).toEqual([2])
    expect(remaining && getNextStep(remaining, getTool('tta'))?.step).toBe(1)
  })

  test('removing the patella removes the tuberosity', () => {
    expect(numbers(removeStep(tuberosity, 3))).toEqual([1, 2])
  })

  test('removing the talus removes all steps, removing the axis the plateau', () => {
    expect(removeStep(plateau, 1)).toBeUndefined()
    expect(numbers(removeStep(plateau, 2))).toEqual([1])
    expect(numbers(removeStep(plateau, 3))).toEqual([1, 2])
  })

  test('removing the spine line keeps the heart, and the spine is the next step again', () => {
    const spine = drawNext('vhs', undefined, [200, 150], [700, 150])
    const heart = drawNext('vhs', spine, [600, 400], [300, 800])
    expect(getTool('vhs').measure(heart, context)[0]?.name).toBe('vhs')
    const remaining = removeStep(heart, 1)
    expect(numbers(remaining)).toEqual([2])
    expect(remaining && getTool('vhs').measure(remaining, context)).toEqual([])
    expect(remaining && getNextStep(remaining, getTool('vhs'))?.name).toBe('vertebrae')
  })

  test('the last step is removed first', () => {
    expect(numbers(removeLastStep(tuberosity))).toEqual([1, 2, 3])
    expect(removeLastStep(talus)).toBeUndefined()
  })
})

describe('locks', () => {
  test('the talus is locked once the axis exists, and unlocked without it', () => {
    expect(isLocked(talus, 1)).toBe(false)
    expect(isLocked(axis, 1)).toBe(true)
    expect(isLocked(plateau, 1)).toBe(true)
    expect(isLocked(plateau, 2)).toBe(false)
    const freed = removeStep(plateau, 2)
    expect(freed && isLocked(freed, 1)).toBe(false)
  })

  test('circles and patella are locked once the tuberosity exists', () => {
    expect([1, 2, 3].map((step) => isLocked(patella, step))).toEqual([false, false, false])
    expect([1, 2, 3, 4].map((step) => isLocked(tuberosity, step))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('a locked step cannot be moved, only its label', () => {
    const to = { x: 500, y: 500 }
    expect(moveHandle(tuberosity, { step: 1, handle: 'start' }, to, context)).toBeUndefined()
    expect(moveStep(tuberosity, 3, { x: 1, y: 1 }, context)).toBeUndefined()
    const labelled = moveHandle(tuberosity, { step: 1, handle: 'textBox' }, to, context)
    expect(labelled?.steps[0]?.handles.textBox).toEqual(to)
  })
})

describe('steps that follow from others', () => {
  test('the axis ends in the centre of the talus, drawn from either end', () => {
    expect(axis.steps[1]?.handles).toMatchObject({
      start: toPoint([512, 300]),
      end: toPoint([430, 1500]),
    })
    const upwards = drawNext('tplo', talus, [433, 1498], [512, 300])
    expect(upwards.steps[1]?.handles).toMatchObject({
      start: toPoint([512, 300]),
      end: toPoint([430, 1500]),
    })
    expect(
      moveHandle(axis, { step: 2, handle: 'end' }, toPoint([500, 1500]), context),
    ).toBeUndefined()
    const moved = moveStep(axis, 2, { x: 10, y: 5 }, context)
    expect(moved?.steps[1]?.handles).toMatchObject({
      start: toPoint([522, 305]),
      end: toPoint([430, 1500]),
    })
  })

  test('the plateau drawn by pointer gives the angle of the worked example', () => {
    expect(getTool('tplo').measure(plateau, context)[0]?.value.toFixed(2)).toBe('23.74')
  })

  test('the patella line keeps the direction of the centres; only its length is chosen', () => {
    const { start, end } = patella.steps[2]?.handles ?? {}
    expect(start).toEqual(toPoint([400, 235]))
    // Along (-60, 470), from the centre of the femur to that of the tibia.
    expect(((end?.x ?? 0) - 400) / ((end?.y ?? 0) - 235)).toBeCloseTo(-60 / 470, 9)
    const longer = moveHandle(patella, { step: 3, handle: 'end' }, toPoint([900, 1200]), context)
    const far = longer?.steps[2]?.handles.end
    expect(((far?.x ?? 0) - 400) / ((far?.y ?? 0) - 235)).toBeCloseTo(-60 / 470, 9)
  })

  test('the patella line rotates when a circle is moved', () => {
    const moved = moveHandle(patella, { step: 2, handle: 'start' }, toPoint([620, 880]), context)
    const { start, end } = moved?.steps[2]?.handles ?? {}
    expect(end?.x).toBeCloseTo(start?.x ?? 0, 9)
    // The circle moved with its centre.
    expect(moved?.steps[1]?.handles.end).toEqual(toPoint([940, 880]))
    expect(moved?.steps[1]?.length).toBeCloseTo(32, 10)
  })

  test('circles with one centre have no line between them, and are refused', () => {
    const same = toPoint([620, 410])
    expect(moveHandle(patella, { step: 2, handle: 'start' }, same, context)).toBeUndefined()
  })

  test('the tuberosity line ends at a right angle on the patella line', () => {
    const { start, end } = tuberosity.steps[3]?.handles ?? {}
    expect(start).toEqual(toPoint([428, 690]))
    expect(end?.x).toBeCloseTo(343.295, 3)
    expect(end?.y).toBeCloseTo(679.187, 3)
    expect(tuberosity.steps[3]?.length?.toFixed(3)).toBe('8.539')
    expect(
      moveHandle(tuberosity, { step: 4, handle: 'end' }, toPoint([1, 1]), context),
    ).toBeUndefined()
    const moved = moveHandle(tuberosity, { step: 4, handle: 'start' }, toPoint([440, 700]), context)
    expect(moved?.steps[3]?.length).not.toBe(tuberosity.steps[3]?.length)
    expect(moved && getTool('tta').measure(moved, context)[0]?.value).toBeCloseTo(
      moved?.steps[3]?.length ?? 0,
      9,
    )
  })
})

describe('cancelled steps', () => {
  const step = (from: Pair, to: Pair): DrawingStep => ({
    step: 1,
    handles: { start: toPoint(from), end: toPoint(to) },
  })
  const reason = (tool: DrawingTool, one: DrawingStep, drawnMs = 500) =>
    getCancelReason(getTool(tool), one, { drawnMs, context })

  test('a step with a handle outside the image is cancelled, with every tool', () => {
    for (const id of drawingTools) {
      expect(reason(id, step([10, 10], [1000.5, 10]))).toBe('outside')
      expect(reason(id, step([10, -0.1], [100, 10]))).toBe('outside')
    }
    expect(reason('length', step([0, 0], [1000, 2000]))).toBeUndefined()
    const way = {
      ...step([1, 1], [9, 9]),
      points: [toPoint([1, 1]), toPoint([-3, 4]), toPoint([9, 9])],
    }
    expect(reason('freehand', way)).toBe('outside')
  })

  test('a label may be outside the image', () => {
    const one = step([10, 10], [100, 10])
    expect(
      reason('length', { ...one, handles: { ...one.handles, textBox: toPoint([-50, 10]) } }),
    ).toBeUndefined()
  })

  test('only VHS and TPLO steps drawn in under 150 ms are cancelled', () => {
    const one = step([10, 10], [100, 10])
    const timed = drawingTools.filter((id) => reason(id, one, 149) === 'tooQuick')
    expect(timed).toEqual(['vhs', 'tplo'])
    expect(reason('vhs', one, 150)).toBeUndefined()
  })

  test('a click instead of a line is cancelled', () => {
    expect(reason('length', step([10, 10], [10, 10]))).toBe('tooSmall')
    expect(reason('comment', { step: 1, handles: { start: toPoint([10, 10]) } })).toBeUndefined()
  })

  test('a bidirectional measurement too small for its perpendicular is cancelled', () => {
    const tool = getTool('bidirectional')
    const small = drawStep(
      undefined,
      tool,
      { from: toPoint([10, 10]), to: toPoint([14, 10]) },
      context,
    )
    expect(small && reason('bidirectional', small)).toBe('perpendicularTooNear')
  })
})

describe('the crossing point of a perpendicular', () => {
  const heart = (crossesAt: number): Drawing['steps'][number] => ({
    step: 2,
    handles: {
      start: toPoint([400, 500]),
      end: toPoint([600, 500]),
      perpendicularStart: toPoint([crossesAt, 450]),
      perpendicularEnd: toPoint([crossesAt, 550]),
    },
  })

  test('at an end of the long axis of the heart cancels the step', () => {
    const getReason = (crossesAt: number) =>
      getCancelReason(getTool('vhs'), heart(crossesAt), { drawnMs: 500, context })
    expect(getReason(402)).toBe('perpendicularTooNear')
    expect(getReason(404)).toBeUndefined()
  })

  test('at the end of the tibial axis is the definition of TPLO, and its handles can be dragged', () => {
    const axis = drawNext('tplo', talus, [430, 600], [430, 1400])
    const handle = { step: 2, handle: 'perpendicularEnd' } as const
    const moved = moveHandle(axis, handle, toPoint([250, 600]), context)
    expect(moved?.steps[1]?.handles.perpendicularEnd?.x).toBeCloseTo(250, 6)
  })

  test('of an older measurement at an end does not prevent corrections', () => {
    const spine = drawNext('vhs', undefined, [100, 100], [600, 100])
    const older = { ...spine, steps: [...spine.steps, heart(400)] }
    const end = { step: 1, handle: 'end' } as const
    expect(moveHandle(older, end, toPoint([610, 100]), context)).toBeDefined()
    expect(moveStep(older, 2, { x: 5, y: 5 }, context)).toBeDefined()
  })
})

describe('moving', () => {
  test('a handle cannot be moved outside the image', () => {
    const line = drawNext('length', undefined, [100, 100], [200, 100])
    const end = { step: 1, handle: 'end' } as const
    expect(moveHandle(line, end, toPoint([1001, 100]), context)).toBeUndefined()
    expect(moveHandle(line, end, toPoint([1000, 100]), context)?.steps[0]?.length).toBeCloseTo(
      90,
      9,
    )
  })

  test('a whole drawing moves together, locked or not, and measures the same', () => {
    const moved = moveDrawing(tuberosity, { x: 13, y: -7 }, context)
    const before = getTool('tta').measure(tuberosity, context)
    const after = moved && getTool('tta').measure(moved, context)
    expect(after?.map(({ value }) => value.toFixed(9))).toEqual(
      before.map(({ value }) => value.toFixed(9)),
    )
    expect(moveDrawing(tuberosity, { x: 500, y: 0 }, context)).toBeUndefined()
  })

  test('a freehand line moves as a whole', () => {
    const path = [toPoint([10, 10]), toPoint([20, 10]), toPoint([20, 30])]
    const way = { from: toPoint([10, 10]), to: toPoint([20, 30]), path }
    const step = drawStep(undefined, getTool('freehand'), way, context)
    const drawing: Drawing = { ...talus, tool: 'freehand', steps: step ? [step] : [] }
    const moved = moveStep(drawing, 1, { x: 5, y: 5 }, context)
    expect(moved?.steps[0]?.points).toEqual([
      toPoint([15, 15]),
      toPoint([25, 15]),
      toPoint([25, 35]),
    ])
    expect(moved?.steps[0]?.length).toBeCloseTo(3, 12)
  })
})

test('drawings of every tool conform to the contract schema', () => {
  for (const id of drawingTools) {
    let drawing: Drawing | undefined
    while (!drawing || !isComplete(drawing)) {
      const offset = (drawing?.steps.length ?? 0) * 100
      drawing = drawNext(id, drawing, [300 + offset, 300 + offset], [420 + offset, 380 + offset])
    }
    expect(DrawingSchema.parse(drawing)).toEqual(drawing)
  }
})
