import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { findStep } from './define-tool.ts'
import { hasExtent, isPerpendicularTooNear, isStepInside } from './rules.ts'
import { computeShapeLengths, translateStep } from './shapes.ts'
import type {
  PointerStroke,
  MeasuringContext,
  StepDefinition,
  ToolDefinition,
} from './tool-types.ts'
import { getTool } from './tools.ts'

export interface NumberedStep extends StepDefinition {
  readonly step: number
}

const getNumberedStep = (tool: ToolDefinition, step: number): NumberedStep | undefined => {
  const definition = tool.steps[step - 1]
  return definition && { ...definition, step }
}

/** The first missing step whose required steps exist; undefined when all steps are drawn. */
export function getNextStep(
  drawing: Drawing | undefined,
  tool: ToolDefinition,
): NumberedStep | undefined {
  const index = tool.steps.findIndex(
    ({ needs }, at) => !findStep(drawing, at + 1) && needs.every((need) => findStep(drawing, need)),
  )
  return getNumberedStep(tool, index + 1)
}

export const isComplete = (drawing: Drawing): boolean =>
  getTool(drawing.tool).steps.every((_, index) => findStep(drawing, index + 1))

export const isLocked = (drawing: Drawing, stepNumber: number): boolean =>
  (getTool(drawing.tool).steps[stepNumber - 1]?.lockedBy ?? []).some((other) =>
    findStep(drawing, other),
  )

/** Returns the next step while the user draws it; `stroke` is the drag of the pointer so far. */
export function drawStep(
  drawing: Drawing | undefined,
  tool: ToolDefinition,
  stroke: PointerStroke,
  context: MeasuringContext,
): DrawingStep | undefined {
  const next = getNextStep(drawing, tool)
  return next && tool.draw(drawing, next.step, stroke, context)
}

export type CancelReason =
  | 'outside'
  | 'tooQuick'
  | 'tooSmall'
  | 'perpendicularTooNear'
  | 'notAcross'

/** The reason why a step that was just drawn is discarded; undefined if it is valid. */
export function getCancelReason(
  tool: ToolDefinition,
  step: DrawingStep,
  { drawnMs, context }: { readonly drawnMs: number; readonly context: MeasuringContext },
): CancelReason | undefined {
  if (!isStepInside(step, context)) return 'outside'
  if (drawnMs < tool.minDrawMs) return 'tooQuick'
  const { shape, isDerived, isCrossedAtEnd } = tool.steps[step.step - 1] ?? {}
  if (shape !== 'point' && !isDerived && !hasExtent(step)) return 'tooSmall'
  // Two points enclose nothing.
  if (shape === 'outline' && (step.points?.length ?? 0) < 3) return 'tooSmall'
  return isPerpendicularTooNear(step, { isCrossedAtEnd }) ? 'perpendicularTooNear' : undefined
}

/** Adds a step, or replaces the one that has the same number. */
export function addStep(
  drawing: Drawing,
  step: DrawingStep,
  context: MeasuringContext,
): Drawing | undefined {
  const others = drawing.steps.filter((one) => one.step !== step.step)
  const steps = [...others, step].toSorted((a, b) => a.step - b.step)
  const settled = getTool(drawing.tool).updateDerivedSteps({ ...drawing, steps }, context)
  return settled && updateLengths(settled, context)
}

/** Removes a step and the steps that need it. Undefined if none remains. */
export function removeStep(drawing: Drawing, stepNumber: number): Drawing | undefined {
  const definitions = getTool(drawing.tool).steps
  const removed = new Set([stepNumber])
  // Steps only need earlier ones, so one pass is enough.
  for (const [index, { needs }] of definitions.entries()) {
    if (needs.some((need) => removed.has(need))) removed.add(index + 1)
  }
  const steps = drawing.steps.filter(({ step }) => !removed.has(step))
  return steps.length > 0 ? { ...drawing, steps } : undefined
}

export function removeLastStep(drawing: Drawing): Drawing | undefined {
  const last = Math.max(...drawing.steps.map(({ step }) => step))
  return removeStep(drawing, last)
}

/** Computes the lengths saved with the steps; must run again when the calibration changes. */
export function updateLengths(drawing: Drawing, { spacing }: MeasuringContext): Drawing {
  const definitions = getTool(drawing.tool).steps
  const steps = drawing.steps.map((step) => {
    const { length: _length, perpendicularLength: _perpendicular, ...bare } = step
    const shape = definitions[step.step - 1]?.shape
    return shape ? { ...bare, ...computeShapeLengths(shape, bare, spacing) } : bare
  })
  return { ...drawing, steps }
}

/** Drags a handle to `to`; undefined if this is refused and the handle keeps its position. */
export function moveHandle(
  drawing: Drawing,
  at: { readonly step: number; readonly handle: HandleName },
  to: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = findStep(drawing, at.step)
  if (!step || (at.handle !== 'textBox' && isLocked(drawing, at.step))) return undefined
  const placed = getTool(drawing.tool).moveHandle(drawing, step, at.handle, to, context)
  return placed && applyStep(drawing, placed, context)
}

/** Moves a whole step; undefined if it is locked or the other steps do not allow it. */
export function moveStep(
  drawing: Drawing,
  stepNumber: number,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = findStep(drawing, stepNumber)
  if (!step || isLocked(drawing, stepNumber)) return undefined
  return applyStep(drawing, translateStep(step, by), context)
}

/** Moves all steps together, so that no measured value changes; undefined outside the image. */
export function moveDrawing(
  drawing: Drawing,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const steps = drawing.steps.map((step) => translateStep(step, by))
  if (!steps.every((step) => isStepInside(step, context))) return undefined
  return { ...drawing, steps }
}

function applyStep(drawing: Drawing, step: DrawingStep, context: MeasuringContext) {
  const after = addStep(drawing, step, context)
  if (!after) return undefined
  const definitions = getTool(drawing.tool).steps
  const isTooNear = (one: DrawingStep | undefined) =>
    one !== undefined && isPerpendicularTooNear(one, definitions[one.step - 1])
  // Dependent steps may have moved too: all of them must still be valid and inside the image. A
  // perpendicular that was saved near an end does not prevent other corrections.
  const isSound = after.steps.every(
    (one) =>
      isStepInside(one, context) && (!isTooNear(one) || isTooNear(findStep(drawing, one.step))),
  )
  return isSound ? after : undefined
}
