import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { handleToFollow, hasExtent, reasonToCancel } from '@talus/measurements'
import type { CancelReason, DrawnWay, MeasuringContext, ToolDefinition } from '@talus/measurements'
import { distance } from './gestures.ts'

/** A step that somebody is drawing: nothing of it is saved before it is whole. */
export interface Draft {
  readonly tool: ToolDefinition
  readonly id: string
  /** What is there already of the drawing, without the step. */
  readonly base: Drawing | undefined
  readonly number: number
  readonly way: DrawnWay
  readonly step: DrawingStep | undefined
  /** After the button was let go: the handle that goes along with the pointer until the next click. */
  readonly following: HandleName | undefined
  readonly startedAt: number
}

export const stepOf = (drawing: Drawing, number: number): DrawingStep | undefined =>
  drawing.steps.find(({ step }) => step === number)

export const withStep = (drawing: Drawing, step: DrawingStep): Drawing => ({
  ...drawing,
  steps: [...drawing.steps.filter((one) => one.step !== step.step), step].toSorted(
    (a, b) => a.step - b.step,
  ),
})

/** As it is to be shown: undefined while there is nothing of it. */
export function drawingOf({ tool, id, base, step }: Draft): Drawing | undefined {
  if (!step) return base
  return withStep(base ?? { id, tool: tool.id, steps: [] }, step)
}

interface Begin {
  readonly tool: ToolDefinition
  readonly id: string
  readonly base: Drawing | undefined
  readonly number: number
  readonly at: Point
  readonly time: number
  readonly context: MeasuringContext
}

export function beginDraft({ tool, id, base, number, at, time, context }: Begin): Draft {
  const way = { from: at, to: at, path: [at] }
  return {
    tool,
    id: base?.id ?? id,
    base,
    number,
    way,
    step: tool.draw(base, number, way, context),
    following: undefined,
    startedAt: time,
  }
}

/** `gap` is the shortest way worth a point of a freehand line, in pixels of the image. */
export function moveDraft(draft: Draft, to: Point, context: MeasuringContext, gap = 1): Draft {
  const { tool, number, following } = draft
  if (following !== undefined) {
    const drawing = drawingOf(draft)
    if (!drawing || !draft.step) return draft
    const step = tool.place(drawing, draft.step, following, to, context)
    return step ? { ...draft, step } : draft
  }
  const { from, path = [from] } = draft.way
  const last = path.at(-1) ?? from
  const way = { from, to, path: distance(last, to) < gap ? path : [...path, to] }
  return { ...draft, way, step: tool.draw(draft.base, number, way, context) }
}

export type Released =
  | { readonly kind: 'drawing'; readonly draft: Draft }
  | { readonly kind: 'whole'; readonly drawing: Drawing }
  | { readonly kind: 'cancelled'; readonly reason: CancelReason }

/** Less than this is a click. In screen pixels. */
export const dragThreshold = 4

interface Release {
  readonly context: MeasuringContext
  readonly time: number
  /** Whether the pointer went somewhere between down and up. */
  readonly isDrag: boolean
  /** Whether this is the first time that it went up. */
  readonly isFirst: boolean
}

/**
 * The pointer went up. A click without a drag keeps the line at the pointer until the next click: easier on
 * a trackpad, and for hands that shake.
 */
export function releaseDraft(draft: Draft, release: Release): Released {
  const { tool, number, step, following } = draft
  const { context, time, isDrag, isFirst } = release
  const shape = tool.steps[number - 1]?.shape ?? 'line'
  if (shape !== 'point' && shape !== 'freehand' && isFirst && !isDrag)
    return { kind: 'drawing', draft }
  const drawing = drawingOf(draft)
  if (!drawing || !step) return { kind: 'cancelled', reason: 'tooSmall' }
  const next = handleToFollow[shape]
  if (next !== undefined && following === undefined && hasExtent(step))
    return { kind: 'drawing', draft: { ...draft, following: next } }
  const reason = reasonToCancel(tool, step, { drawnMs: time - draft.startedAt, context })
  return reason === undefined ? { kind: 'whole', drawing } : { kind: 'cancelled', reason }
}
