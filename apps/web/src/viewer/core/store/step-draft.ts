import type { Drawing, DrawingStep, HandleName } from '@talus/contract'
import { findStep, getNextStep, getTool, isComplete, removeCrossing } from '@talus/measurements'
import type { PointerStroke, ToolDefinition } from '@talus/measurements'
import type { ViewId } from '../model.ts'

/** A step that is being drawn; it is not saved before it is complete. */
export interface StepDraft {
  readonly viewId: ViewId
  /**
   * The drawing layer whose pointer draws it: two viewports may show the same image. Undefined for
   * a step that was reopened, which any layer of the view continues.
   */
  readonly layer: object | undefined
  readonly tool: ToolDefinition
  readonly id: string
  /** The drawing without this step; undefined for its first step. */
  readonly base: Drawing | undefined
  readonly number: number
  readonly stroke: PointerStroke
  readonly step: DrawingStep | undefined
  /** The handle that follows the pointer after the button was released, until the next click. */
  readonly following: HandleName | undefined
  /** The first of two strokes, and whether the second one has begun. */
  readonly firstStroke?: { readonly step: DrawingStep; readonly isSecondBegun: boolean } | undefined
  /** Set while a stroke is placed by keys; it is accepted only after the user has moved it. */
  readonly keyed?: { readonly isPlaced: boolean } | undefined
  readonly startedAt: number
}

/**
 * The drawing that the next step belongs to; a frame has at most one of each guided measurement.
 */
export function findOpenDrawing(
  drawings: readonly Drawing[],
  tool: ToolDefinition,
): Drawing | undefined {
  const mine = drawings.filter((one) => one.tool === tool.id)
  return tool.isGuided ? mine[0] : mine.findLast((one) => !isComplete(one))
}

/** The drafted step without its last stroke; undefined if it had only one. */
export const takeBackStroke = (draft: StepDraft): StepDraft | undefined =>
  draft.firstStroke?.isSecondBegun ? withoutSecondStroke(draft, draft.firstStroke.step) : undefined

const withoutSecondStroke = (draft: StepDraft, step: DrawingStep): StepDraft => ({
  ...draft,
  step,
  firstStroke: { step, isSecondBegun: false },
  keyed: undefined,
})

/**
 * The draft that continues after the first stroke of a saved step; undefined if the step had only
 * one stroke.
 */
export function reopenStep(
  viewId: ViewId,
  drawing: Drawing,
  stepNumber: number,
): StepDraft | undefined {
  const tool = getTool(drawing.tool)
  const saved = findStep(drawing, stepNumber)
  const { start, end } = saved?.handles ?? {}
  if (!saved || !start || !end || !tool.steps[stepNumber - 1]?.hasSecondStroke) return undefined
  const { length: _length, perpendicularLength: _width, ...bare } = removeCrossing(saved)
  const rest = drawing.steps.filter(({ step }) => step !== stepNumber)
  const draft: StepDraft = {
    viewId,
    layer: undefined,
    tool,
    id: drawing.id,
    base: rest.length > 0 ? { ...drawing, steps: rest } : undefined,
    number: stepNumber,
    stroke: { from: start, to: end },
    step: bare,
    following: undefined,
    startedAt: 0,
  }
  return withoutSecondStroke(draft, bare)
}

/**
 * The draft on the drawings as they are now; undefined if its step is no longer the next one,
 * because the steps before it were undone, deleted or changed by another user.
 */
export function continueDraft(
  draft: StepDraft,
  drawings: readonly Drawing[],
): StepDraft | undefined {
  const base = findOpenDrawing(drawings, draft.tool)
  const isNext = getNextStep(base, draft.tool)?.step === draft.number
  if (!isNext || base?.id !== draft.base?.id) return undefined
  return base === draft.base ? draft : { ...draft, base }
}
