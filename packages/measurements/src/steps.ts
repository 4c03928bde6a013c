import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { stepOf } from './define-tool.ts'
import { hasExtent, isPerpendicularTooNear, isStepInside } from './rules.ts'
import { lengthsOfShape, movedBy } from './shapes.ts'
import type { DrawnWay, MeasuringContext, StepDefinition, ToolDefinition } from './tool.ts'
import { toolOf } from './tools.ts'

export interface NumberedStep extends StepDefinition {
  readonly step: number
}

const numbered = (tool: ToolDefinition, step: number): NumberedStep | undefined => {
  const definition = tool.steps[step - 1]
  return definition && { ...definition, step }
}

/** The first step that is missing and whose conditions are there; undefined when all is drawn. */
export function nextStep(
  drawing: Drawing | undefined,
  tool: ToolDefinition,
): NumberedStep | undefined {
  const index = tool.steps.findIndex(
    ({ needs }, at) => !stepOf(drawing, at + 1) && needs.every((need) => stepOf(drawing, need)),
  )
  return numbered(tool, index + 1)
}

export const isComplete = (drawing: Drawing): boolean =>
  toolOf(drawing.tool).steps.every((_, index) => stepOf(drawing, index + 1))

export const isLocked = (drawing: Drawing, stepNumber: number): boolean =>
  (toolOf(drawing.tool).steps[stepNumber - 1]?.lockedBy ?? []).some((other) =>
    stepOf(drawing, other),
  )

/** The next step while the pointer draws it, `way` from where it was pressed to where it is. */
export function drawStep(
  drawing: Drawing | undefined,
  tool: ToolDefinition,
  way: DrawnWay,
  context: MeasuringContext,
): DrawingStep | undefined {
  const next = nextStep(drawing, tool)
  return next && tool.draw(drawing, next.step, way, context)
}

export type CancelReason = 'outside' | 'tooQuick' | 'tooSmall' | 'perpendicularTooNear'

/** Why a step that was just drawn is not kept; undefined where it is. */
export function reasonToCancel(
  tool: ToolDefinition,
  step: DrawingStep,
  { drawnMs, context }: { readonly drawnMs: number; readonly context: MeasuringContext },
): CancelReason | undefined {
  if (!isStepInside(step, context)) return 'outside'
  if (drawnMs < tool.minDrawMs) return 'tooQuick'
  const { shape, isDerived } = tool.steps[step.step - 1] ?? {}
  if (shape !== 'point' && !isDerived && !hasExtent(step)) return 'tooSmall'
  return isPerpendicularTooNear(step) ? 'perpendicularTooNear' : undefined
}

/** The drawing with a step put in, or in the place of the one of its number. */
export function addStep(
  drawing: Drawing,
  step: DrawingStep,
  context: MeasuringContext,
): Drawing | undefined {
  const others = drawing.steps.filter((one) => one.step !== step.step)
  const steps = [...others, step].toSorted((a, b) => a.step - b.step)
  const settled = toolOf(drawing.tool).settle({ ...drawing, steps }, context)
  return settled && withLengths(settled, context)
}

/** Without a step and those that need it. Undefined when nothing is left. */
export function removeStep(drawing: Drawing, stepNumber: number): Drawing | undefined {
  const definitions = toolOf(drawing.tool).steps
  const gone = new Set([stepNumber])
  // Steps need earlier ones only: one way through is enough.
  for (const [index, { needs }] of definitions.entries()) {
    if (needs.some((need) => gone.has(need))) gone.add(index + 1)
  }
  const steps = drawing.steps.filter(({ step }) => !gone.has(step))
  return steps.length > 0 ? { ...drawing, steps } : undefined
}

export function removeLastStep(drawing: Drawing): Drawing | undefined {
  const last = Math.max(...drawing.steps.map(({ step }) => step))
  return removeStep(drawing, last)
}

/** Lengths are saved with the steps; they must be filled again when the calibration changes. */
export function withLengths(drawing: Drawing, { spacing }: MeasuringContext): Drawing {
  const definitions = toolOf(drawing.tool).steps
  const steps = drawing.steps.map((step) => {
    const { length: _length, perpendicularLength: _perpendicular, ...bare } = step
    const shape = definitions[step.step - 1]?.shape
    return shape ? { ...bare, ...lengthsOfShape(shape, bare, spacing) } : bare
  })
  return { ...drawing, steps }
}

/** With a handle dragged to `to`; undefined where that is refused, and it stays where it was. */
export function placeHandle(
  drawing: Drawing,
  at: { readonly step: number; readonly handle: HandleName },
  to: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = stepOf(drawing, at.step)
  if (!step || (at.handle !== 'textBox' && isLocked(drawing, at.step))) return undefined
  const placed = toolOf(drawing.tool).place(drawing, step, at.handle, to, context)
  return placed && changed(drawing, placed, context)
}

/** With a whole step moved, as far as the others let it go. */
export function moveStep(
  drawing: Drawing,
  stepNumber: number,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = stepOf(drawing, stepNumber)
  if (!step || isLocked(drawing, stepNumber)) return undefined
  return changed(drawing, movedBy(step, by), context)
}

/** Everything of a drawing moved together: nothing that it measures changes. */
export function moveDrawing(
  drawing: Drawing,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const steps = drawing.steps.map((step) => movedBy(step, by))
  if (!steps.every((step) => isStepInside(step, context))) return undefined
  return { ...drawing, steps }
}

function changed(drawing: Drawing, step: DrawingStep, context: MeasuringContext) {
  const after = addStep(drawing, step, context)
  if (!after) return undefined
  // Others may have followed it: all of them must still lie in the image and keep their distance.
  const isSound = after.steps.every(
    (one) => isStepInside(one, context) && !isPerpendicularTooNear(one),
  )
  return isSound ? after : undefined
}
