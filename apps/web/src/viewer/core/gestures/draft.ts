import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { handleFollowingPointer, hasExtent, getCancelReason } from '@talus/measurements'
import type {
  CancelReason,
  PointerStroke,
  MeasuringContext,
  ToolDefinition,
} from '@talus/measurements'
import { distance } from './view-transforms.ts'

/** A step that is being drawn; it is not saved before it is complete. */
export interface StepDraft {
  readonly tool: ToolDefinition
  readonly id: string
  /** The drawing without this step; undefined for its first step. */
  readonly base: Drawing | undefined
  readonly number: number
  readonly stroke: PointerStroke
  readonly step: DrawingStep | undefined
  /** The handle that follows the pointer after the button was released, until the next click. */
  readonly following: HandleName | undefined
  readonly startedAt: number
}

export const findStep = (drawing: Drawing, number: number): DrawingStep | undefined =>
  drawing.steps.find(({ step }) => step === number)

export const putStep = (drawing: Drawing, step: DrawingStep): Drawing => ({
  ...drawing,
  steps: [...drawing.steps.filter((one) => one.step !== step.step), step].toSorted(
    (a, b) => a.step - b.step,
  ),
})

/** The drawing including the step; undefined if there is nothing to show yet. */
export function toDrawing({ tool, id, base, step }: StepDraft): Drawing | undefined {
  if (!step) return base
  return putStep(base ?? { id, tool: tool.id, steps: [] }, step)
}

interface DraftStart {
  readonly tool: ToolDefinition
  readonly id: string
  readonly base: Drawing | undefined
  readonly number: number
  readonly at: Point
  readonly time: number
  readonly context: MeasuringContext
}

export function startDraft({ tool, id, base, number, at, time, context }: DraftStart): StepDraft {
  const stroke = { from: at, to: at, path: [at] }
  return {
    tool,
    id: base?.id ?? id,
    base,
    number,
    stroke,
    step: tool.draw(base, number, stroke, context),
    following: undefined,
    startedAt: time,
  }
}

/** `gap` is the minimum distance between points of a freehand line, in image pixels. */
export function moveDraft(
  draft: StepDraft,
  to: Point,
  context: MeasuringContext,
  gap = 1,
): StepDraft {
  const { tool, number, following } = draft
  if (following !== undefined) {
    const drawing = toDrawing(draft)
    if (!drawing || !draft.step) return draft
    const step = tool.moveHandle(drawing, draft.step, following, to, context)
    return step ? { ...draft, step } : draft
  }
  const { from, path = [from] } = draft.stroke
  const last = path.at(-1) ?? from
  const stroke = { from, to, path: distance(last, to) < gap ? path : [...path, to] }
  return { ...draft, stroke, step: tool.draw(draft.base, number, stroke, context) }
}

export type ReleaseResult =
  | { readonly kind: 'drawing'; readonly draft: StepDraft }
  | { readonly kind: 'whole'; readonly drawing: Drawing }
  | { readonly kind: 'cancelled'; readonly reason: CancelReason }

/** A shorter drag, in screen pixels, is a click. */
export const dragThreshold = 4

interface Release {
  readonly context: MeasuringContext
  readonly time: number
  /** Whether the pointer moved between press and release. */
  readonly isDrag: boolean
  /** Whether this is the first release of this step. */
  readonly isFirst: boolean
}

/**
 * Handles the release of the pointer. After a click without a drag, the line follows the pointer
 * until the next click: this is easier on a trackpad and with unsteady hands.
 */
export function releaseDraft(draft: StepDraft, release: Release): ReleaseResult {
  const { tool, number, step, following } = draft
  const { context, time, isDrag, isFirst } = release
  const shape = tool.steps[number - 1]?.shape ?? 'line'
  if (shape !== 'point' && shape !== 'freehand' && isFirst && !isDrag)
    return { kind: 'drawing', draft }
  const drawing = toDrawing(draft)
  if (!drawing || !step) return { kind: 'cancelled', reason: 'tooSmall' }
  const next = handleFollowingPointer[shape]
  if (next !== undefined && following === undefined && hasExtent(step))
    return { kind: 'drawing', draft: { ...draft, following: next } }
  const reason = getCancelReason(tool, step, { drawnMs: time - draft.startedAt, context })
  return reason === undefined ? { kind: 'whole', drawing } : { kind: 'cancelled', reason }
}
