import { isDrawingTool } from '@talus/contract'
import type { Drawing, DrawingStep, Point } from '@talus/contract'
import { getCancelReason } from '@talus/measurements'
import { toImage } from '../camera/camera.ts'
import { takeBackStroke } from '../store/step-draft.ts'
import type { StepDraft } from '../store/step-draft.ts'
import {
  drawFirst,
  getDraft,
  getNextDrawingStep,
  hasSecondStroke,
  saveDrawing,
  setDraft,
  toDrawing,
} from './draw-gesture.ts'
import { dragHandle, dragStep, findStep, putStep } from './edit.ts'
import type { GestureHost } from './gesture-types.ts'

/** The stroke that is being placed by keys in this layer. */
export function getKeyedDraft(host: GestureHost): StepDraft | undefined {
  const draft = getDraft(host)
  return draft?.keyed ? draft : undefined
}

/**
 * The part of the drawing that keys can move: the step, or only its second line, because the first
 * one is placed already.
 */
export function toKeyedPart(draft: StepDraft): Drawing | undefined {
  const drawing = toDrawing(draft)
  if (!drawing || !draft.step) return undefined
  const { perpendicularStart, perpendicularEnd } = draft.step.handles
  const step: DrawingStep = draft.firstStroke
    ? {
        ...draft.step,
        handles: {
          ...(perpendicularStart && { perpendicularStart }),
          ...(perpendicularEnd && { perpendicularEnd }),
        },
      }
    : draft.step
  return { ...drawing, steps: [step] }
}

/** A stroke across the centre of the view. */
function getMiddleStroke(host: GestureHost, isOutline: boolean) {
  const camera = host.camera()
  const { width, height } = camera.viewportSize
  const toPoint = (x: number, y: number) => toImage(camera, { x: width * x, y: height * y })
  const [from, to] = [toPoint(0.4, 0.5), toPoint(0.6, 0.5)]
  const path = isOutline ? [from, toPoint(0.5, 0.4), to, toPoint(0.5, 0.6)] : [from, to]
  return { from, to, path }
}

/** Shows the next step across the centre of the view; nothing is saved until it is placed. */
function beginStep(host: GestureHost): boolean {
  const { tool: toolId } = host.store.get()
  const next = isDrawingTool(toolId) ? getNextDrawingStep(host, toolId) : undefined
  if (!next) return false
  const { tool, base, number } = next
  const context = host.context()
  const stroke = getMiddleStroke(host, tool.steps[number - 1]?.shape === 'outline')
  const step = drawFirst(next, stroke, context)
  if (!step) return false
  const reason =
    tool.needsSpacing && context.spacing.unit !== 'mm'
      ? 'needsSpacing'
      : getCancelReason(tool, step, { drawnMs: Infinity, context })
  const id = base?.id ?? host.newId()
  if (reason !== undefined) host.report(reason)
  else if (tool.id === 'comment' || tool.id === 'marker')
    // The user states its content next, and moves it afterwards.
    void saveDrawing(host, putStep({ id, tool: tool.id, steps: [] }, step))
  else {
    host.view.set((now) => ({ ...now, grip: undefined }))
    setDraft(host, {
      viewId: host.viewId,
      layer: host.view,
      tool,
      id,
      base,
      number,
      stroke,
      step,
      following: undefined,
      startedAt: 0,
      keyed: { isPlaced: false },
    })
  }
  return true
}

/** Shows the second line of a step in its usual proportion to the first, to be placed. */
function beginSecondStroke(host: GestureHost, draft: StepDraft): boolean {
  const { start: from, end: to } = draft.firstStroke?.step.handles ?? {}
  if (!from || !to || !draft.firstStroke) return false
  const step = draft.tool.draw(draft.base, draft.number, { from, to }, host.context())
  if (!step) return false
  setDraft(host, {
    ...draft,
    step,
    firstStroke: { ...draft.firstStroke, isSecondBegun: true },
    keyed: { isPlaced: false },
  })
  const grip = { drawingId: draft.id, step: draft.number, handle: 'perpendicularStart' } as const
  host.view.set((now) => ({ ...now, grip }))
  return true
}

/** Accepts the placed stroke, and saves its step if it was the last one. */
function acceptStroke(host: GestureHost, draft: StepDraft) {
  const { tool, step } = draft
  const drawing = toDrawing(draft)
  if (!draft.keyed?.isPlaced || !step || !drawing) {
    host.report('notPlaced')
    return
  }
  const reason = getCancelReason(tool, step, { drawnMs: Infinity, context: host.context() })
  if (reason !== undefined) host.report(reason)
  else if (hasSecondStroke(draft) && !draft.firstStroke)
    setDraft(host, { ...draft, firstStroke: { step, isSecondBegun: false }, keyed: undefined })
  else {
    setDraft(host, undefined)
    void saveDrawing(host, drawing, takeBackStroke(draft))
  }
}

/** Begins a stroke, or accepts the one that was placed; returns whether there was anything to do. */
export function drawByKey(host: GestureHost): boolean {
  const draft = getDraft(host)
  if (!draft) return beginStep(host)
  if (draft.keyed) acceptStroke(host, draft)
  else if (draft.firstStroke && !draft.firstStroke.isSecondBegun)
    return beginSecondStroke(host, draft)
  return true
}

/** Moves the chosen handle of the stroke, or else the whole stroke. */
export function moveByKey(host: GestureHost, draft: StepDraft, by: Point): void {
  const { grip } = host.view.get()
  const drawing = toDrawing(draft)
  if (!drawing || !draft.step) return
  const handle = grip?.drawingId === draft.id && grip.step === draft.number && grip.handle
  const at = handle ? draft.step.handles[handle] : undefined
  const context = host.context()
  const moved =
    handle && at
      ? dragHandle(drawing, draft.number, handle, { x: at.x + by.x, y: at.y + by.y }, context)
      : dragStep(drawing, draft.number, by, context)
  const step = moved && findStep(moved, draft.number)
  if (step) setDraft(host, { ...draft, step, keyed: { isPlaced: true } })
}
