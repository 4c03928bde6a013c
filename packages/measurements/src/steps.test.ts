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
  nextStep,
  placeHandle,
  reasonToCancel,
  removeLastStep,
  removeStep,
} from './steps.ts'
import { at, contextOf, mm } from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'
import { toolOf } from './tools.ts'

const context = contextOf(mm(0.1), 1000, 2000)

/** Draws the next step from one point to another, as a pointer does. */
function drawn(tool: DrawingTool, drawing: Drawing | undefined, from: Pair, to: Pair): Drawing {
  const step = drawStep(drawing, toolOf(tool), { from: at(from), to: at(to) }, context)
  if (!step) throw new Error('nothing was drawn')
  expect(reasonToCancel(toolOf(tool), step, { drawnMs: 500, context })).toBeUndefined()
  const before = drawing ?? { id: '0190a1b2-0000-7000-8000-000000000001', tool, steps: [] }
  const after = addStep(before, step, context)
  if (!after) throw new Error('the step was refused')
  return after
}

const numbers = (drawing: Drawing | undefined) => drawing?.steps.map(({ step }) => step)

const talus = drawn('tplo', undefined, [430, 1500], [480, 1500])
const axis = drawn('tplo', talus, [512, 300], [440, 1490])
const plateau = drawn('tplo', axis, [400, 270], [610, 380])

const femur = drawn('tta', undefined, [620, 410], [770, 410])
const tibia = drawn('tta', femur, [560, 880], [880, 880])
const patella = drawn('tta', tibia, [400, 235], [380, 700])
const tuberosity = drawn('tta', patella, [428, 690], [350, 680])

describe('steps follow each other', () => {
  test.each<[DrawingTool, number]>([
    ['vhs', 2],
    ['tplo', 3],
    ['tta', 4],
  ])('%s has %s steps', (tool, count) => {
    expect(toolOf(tool).steps).toHaveLength(count)
  })

  test('the next is the first that is missing', () => {
    expect(nextStep(undefined, toolOf('tta'))).toMatchObject({ step: 1, name: 'femur' })
    expect(nextStep(tibia, toolOf('tta'))).toMatchObject({ step: 3, name: 'patella' })
    expect(nextStep(tuberosity, toolOf('tta'))).toBeUndefined()
    expect(isComplete(patella)).toBe(false)
    expect(isComplete(tuberosity)).toBe(true)
  })

  test('a step needs those before it', () => {
    const needs = (tool: DrawingTool) => toolOf(tool).steps.map((step) => step.needs)
    expect(needs('tplo')).toEqual([[], [1], [1, 2]])
    expect(needs('tta')).toEqual([[], [], [1, 2], [1, 2, 3]])
  })

  test('no step needs a later one, or locks what it does not know', () => {
    for (const id of drawingTools) {
      const { steps } = toolOf(id)
      expect(toolOf(id).id).toBe(id)
      for (const [index, { needs, lockedBy }] of steps.entries()) {
        for (const need of needs) expect(need).toBeLessThan(index + 1)
        for (const lock of lockedBy) expect(steps[lock - 1]).toBeDefined()
      }
    }
  })
})

describe('removing', () => {
  test('the femur takes patella and tuberosity along, not the tibia', () => {
    const left = removeStep(tuberosity, 1)
    expect(numbers(left)).toEqual([2])
    expect(left && nextStep(left, toolOf('tta'))?.step).toBe(1)
  })

  test('the patella takes the tuberosity along', () => {
    expect(numbers(removeStep(tuberosity, 3))).toEqual([1, 2])
  })

  test('the talus takes all, the axis takes the plateau', () => {
    expect(removeStep(plateau, 1)).toBeUndefined()
    expect(numbers(removeStep(plateau, 2))).toEqual([1])
    expect(numbers(removeStep(plateau, 3))).toEqual([1, 2])
  })

  test('the spine leaves the heart, which can be measured again', () => {
    const spine = drawn('vhs', undefined, [200, 150], [700, 150])
    const heart = drawn('vhs', spine, [600, 400], [300, 800])
    expect(toolOf('vhs').measure(heart, context)[0]?.name).toBe('vhs')
    const left = removeStep(heart, 1)
    expect(numbers(left)).toEqual([2])
    expect(left && toolOf('vhs').measure(left, context)).toEqual([])
    expect(left && nextStep(left, toolOf('vhs'))?.name).toBe('vertebrae')
  })

  test('the last goes first', () => {
    expect(numbers(removeLastStep(tuberosity))).toEqual([1, 2, 3])
    expect(removeLastStep(talus)).toBeUndefined()
  })
})

describe('locks', () => {
  test('the talus is fixed as soon as the axis is there, and free again without it', () => {
    expect(isLocked(talus, 1)).toBe(false)
    expect(isLocked(axis, 1)).toBe(true)
    expect(isLocked(plateau, 1)).toBe(true)
    expect(isLocked(plateau, 2)).toBe(false)
    const freed = removeStep(plateau, 2)
    expect(freed && isLocked(freed, 1)).toBe(false)
  })

  test('circles and patella are fixed once the tuberosity is there', () => {
    expect([1, 2, 3].map((step) => isLocked(patella, step))).toEqual([false, false, false])
    expect([1, 2, 3, 4].map((step) => isLocked(tuberosity, step))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('what is fixed does not move, but for its label', () => {
    const to = { x: 500, y: 500 }
    expect(placeHandle(tuberosity, { step: 1, handle: 'start' }, to, context)).toBeUndefined()
    expect(moveStep(tuberosity, 3, { x: 1, y: 1 }, context)).toBeUndefined()
    const labelled = placeHandle(tuberosity, { step: 1, handle: 'textBox' }, to, context)
    expect(labelled?.steps[0]?.handles.textBox).toEqual(to)
  })
})

describe('steps that follow from others', () => {
  test('the axis ends in the centre of the talus, from whichever end it was drawn', () => {
    expect(axis.steps[1]?.handles).toMatchObject({ start: at([512, 300]), end: at([430, 1500]) })
    const upwards = drawn('tplo', talus, [433, 1498], [512, 300])
    expect(upwards.steps[1]?.handles).toMatchObject({ start: at([512, 300]), end: at([430, 1500]) })
    expect(placeHandle(axis, { step: 2, handle: 'end' }, at([500, 1500]), context)).toBeUndefined()
    const moved = moveStep(axis, 2, { x: 10, y: 5 }, context)
    expect(moved?.steps[1]?.handles).toMatchObject({ start: at([522, 305]), end: at([430, 1500]) })
  })

  test('the drawn plateau gives the worked result', () => {
    expect(toolOf('tplo').measure(plateau, context)[0]?.value.toFixed(2)).toBe('23.74')
  })

  test('the patella line keeps the direction of the centres; only its length is chosen', () => {
    const { start, end } = patella.steps[2]?.handles ?? {}
    expect(start).toEqual(at([400, 235]))
    // Along (-60, 470), from the centre of the femur to that of the tibia.
    expect(((end?.x ?? 0) - 400) / ((end?.y ?? 0) - 235)).toBeCloseTo(-60 / 470, 9)
    const longer = placeHandle(patella, { step: 3, handle: 'end' }, at([900, 1200]), context)
    const far = longer?.steps[2]?.handles.end
    expect(((far?.x ?? 0) - 400) / ((far?.y ?? 0) - 235)).toBeCloseTo(-60 / 470, 9)
  })

  test('it turns with a circle that is moved', () => {
    const moved = placeHandle(patella, { step: 2, handle: 'start' }, at([620, 880]), context)
    const { start, end } = moved?.steps[2]?.handles ?? {}
    expect(end?.x).toBeCloseTo(start?.x ?? 0, 9)
    // The circle went along with its centre.
    expect(moved?.steps[1]?.handles.end).toEqual(at([940, 880]))
    expect(moved?.steps[1]?.length).toBeCloseTo(32, 10)
  })

  test('circles with one centre have no line between them, and are refused', () => {
    const same = at([620, 410])
    expect(placeHandle(patella, { step: 2, handle: 'start' }, same, context)).toBeUndefined()
  })

  test('the tuberosity line ends at a right angle on the patella line', () => {
    const { start, end } = tuberosity.steps[3]?.handles ?? {}
    expect(start).toEqual(at([428, 690]))
    expect(end?.x).toBeCloseTo(343.295, 3)
    expect(end?.y).toBeCloseTo(679.187, 3)
    expect(tuberosity.steps[3]?.length?.toFixed(3)).toBe('8.539')
    expect(placeHandle(tuberosity, { step: 4, handle: 'end' }, at([1, 1]), context)).toBeUndefined()
    const moved = placeHandle(tuberosity, { step: 4, handle: 'start' }, at([440, 700]), context)
    expect(moved?.steps[3]?.length).not.toBe(tuberosity.steps[3]?.length)
    expect(moved && toolOf('tta').measure(moved, context)[0]?.value).toBeCloseTo(
      moved?.steps[3]?.length ?? 0,
      9,
    )
  })
})

describe('what is not kept', () => {
  const step = (from: Pair, to: Pair): DrawingStep => ({
    step: 1,
    handles: { start: at(from), end: at(to) },
  })
  const reason = (tool: DrawingTool, one: DrawingStep, drawnMs = 500) =>
    reasonToCancel(toolOf(tool), one, { drawnMs, context })

  test('anything with a handle outside of the image, of every tool', () => {
    for (const id of drawingTools) {
      expect(reason(id, step([10, 10], [1000.5, 10]))).toBe('outside')
      expect(reason(id, step([10, -0.1], [100, 10]))).toBe('outside')
    }
    expect(reason('length', step([0, 0], [1000, 2000]))).toBeUndefined()
    const way = { ...step([1, 1], [9, 9]), points: [at([1, 1]), at([-3, 4]), at([9, 9])] }
    expect(reason('freehand', way)).toBe('outside')
  })

  test('a label may stand beside the image', () => {
    const one = step([10, 10], [100, 10])
    expect(
      reason('length', { ...one, handles: { ...one.handles, textBox: at([-50, 10]) } }),
    ).toBeUndefined()
  })

  test('heart and plateau drawn in under 150 ms, and only these', () => {
    const one = step([10, 10], [100, 10])
    const timed = drawingTools.filter((id) => reason(id, one, 149) === 'tooQuick')
    expect(timed).toEqual(['vhs', 'tplo'])
    expect(reason('vhs', one, 150)).toBeUndefined()
  })

  test('a click that should have been a line', () => {
    expect(reason('length', step([10, 10], [10, 10]))).toBe('tooSmall')
    expect(reason('comment', { step: 1, handles: { start: at([10, 10]) } })).toBeUndefined()
  })

  test('a bidirectional so small that its lines touch', () => {
    const tool = toolOf('bidirectional')
    const small = drawStep(undefined, tool, { from: at([10, 10]), to: at([14, 10]) }, context)
    expect(small && reason('bidirectional', small)).toBe('perpendicularTooNear')
  })
})

describe('moving', () => {
  test('a handle stays in the image', () => {
    const line = drawn('length', undefined, [100, 100], [200, 100])
    const end = { step: 1, handle: 'end' } as const
    expect(placeHandle(line, end, at([1001, 100]), context)).toBeUndefined()
    expect(placeHandle(line, end, at([1000, 100]), context)?.steps[0]?.length).toBeCloseTo(90, 9)
  })

  test('a whole drawing moves together, locked or not, and measures the same', () => {
    const moved = moveDrawing(tuberosity, { x: 13, y: -7 }, context)
    const before = toolOf('tta').measure(tuberosity, context)
    const after = moved && toolOf('tta').measure(moved, context)
    expect(after?.map(({ value }) => value.toFixed(9))).toEqual(
      before.map(({ value }) => value.toFixed(9)),
    )
    expect(moveDrawing(tuberosity, { x: 500, y: 0 }, context)).toBeUndefined()
  })

  test('a way moves as a whole', () => {
    const path = [at([10, 10]), at([20, 10]), at([20, 30])]
    const way = { from: at([10, 10]), to: at([20, 30]), path }
    const step = drawStep(undefined, toolOf('freehand'), way, context)
    const drawing: Drawing = { ...talus, tool: 'freehand', steps: step ? [step] : [] }
    const moved = moveStep(drawing, 1, { x: 5, y: 5 }, context)
    expect(moved?.steps[0]?.points).toEqual([at([15, 15]), at([25, 15]), at([25, 35])])
    expect(moved?.steps[0]?.length).toBeCloseTo(3, 12)
  })
})

test('whatever is drawn can be saved', () => {
  for (const id of drawingTools) {
    let drawing: Drawing | undefined
    while (!drawing || !isComplete(drawing)) {
      const offset = (drawing?.steps.length ?? 0) * 100
      drawing = drawn(id, drawing, [300 + offset, 300 + offset], [420 + offset, 380 + offset])
    }
    expect(DrawingSchema.parse(drawing)).toEqual(drawing)
  }
})
