import type { Drawing, DrawingTool, Point } from '@talus/contract'
import {
  drawCrossing,
  getCancelReason,
  getNextStep,
  getTool,
  handleFollowingPointer,
  hasExtent,
  isLocked,
  removeCrossing,
  updateLengths,
} from '@talus/measurements'
import type {
  CancelReason,
  MeasuringContext,
  PointerStroke,
  ToolDefinition,
} from '@talus/measurements'
import { getScale, toImage } from '../camera/camera.ts'
import { findOpenDrawing, takeBackStroke } from '../store/step-draft.ts'
import type { StepDraft } from '../store/step-draft.ts'
import { getFrame, withDrawing } from '../store/viewer-store.ts'
import { putStep } from './edit.ts'
import { listFrameDrawings, selectDrawing } from './edit-gestures.ts'
import type { Gesture, PointerInput, GestureHost } from './gesture-types.ts'
import { distance, dragThreshold } from './view-transforms.ts'

/** The drawing including the step; undefined if there is nothing to show yet. */
export function toDrawing({ tool, id, base, step }: StepDraft): Drawing | undefined {
  if (!step) return base
  return putStep(base ?? { id, tool: tool.id, steps: [] }, step)
}

interface DraftStart extends Pick<StepDraft, 'viewId' | 'layer'> {
  readonly tool: ToolDefinition
  readonly id: string
  readonly base: Drawing | undefined
  readonly number: number
  readonly at: Point
  readonly time: number
  readonly context: MeasuringContext
}

export const hasSecondStroke = ({ tool, number }: Pick<StepDraft, 'tool' | 'number'>) =>
  tool.steps[number - 1]?.hasSecondStroke ?? false

/** The step of the first stroke; a line that is drawn by a second stroke is not shown yet. */
export function drawFirst(
  draft: Pick<StepDraft, 'tool' | 'base' | 'number'>,
  stroke: PointerStroke,
  context: MeasuringContext,
) {
  const step = draft.tool.draw(draft.base, draft.number, stroke, context)
  return step && hasSecondStroke(draft) ? removeCrossing(step) : step
}

function startDraft({ at, time, context, ...start }: DraftStart): StepDraft {
  const { tool, id, base, number } = start
  const stroke = { from: at, to: at, path: [at] }
  return {
    viewId: start.viewId,
    layer: start.layer,
    tool,
    id: base?.id ?? id,
    base,
    number,
    stroke,
    step: drawFirst({ tool, base, number }, stroke, context),
    following: undefined,
    startedAt: time,
  }
}

/** `gap` is the minimum distance between points of a freehand line, in image pixels. */
function moveDraft(draft: StepDraft, to: Point, context: MeasuringContext, gap = 1): StepDraft {
  const { tool, following, firstStroke } = draft
  if (firstStroke) {
    if (!firstStroke.isSecondBegun) return draft
    const stroke = { from: draft.stroke.from, to }
    const crossed = drawCrossing(firstStroke.step, stroke, context)
    return { ...draft, stroke, step: crossed ?? firstStroke.step }
  }
  if (following !== undefined) {
    const drawing = toDrawing(draft)
    if (!drawing || !draft.step) return draft
    const step = tool.moveHandle(drawing, draft.step, following, to, context)
    return step ? { ...draft, step } : draft
  }
  const { from, path = [from] } = draft.stroke
  const last = path.at(-1) ?? from
  const stroke = { from, to, path: distance(last, to) < gap ? path : [...path, to] }
  return { ...draft, stroke, step: drawFirst(draft, stroke, context) }
}

type ReleaseResult =
  | { readonly kind: 'drawing'; readonly draft: StepDraft }
  | { readonly kind: 'whole'; readonly drawing: Drawing }
  | { readonly kind: 'cancelled'; readonly reason: CancelReason }

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
function releaseDraft(draft: StepDraft, release: Release): ReleaseResult {
  const { tool, number, step, following } = draft
  const { context, time, isDrag, isFirst } = release
  const shape = tool.steps[number - 1]?.shape ?? 'line'
  const isClickEnough =
    shape === 'point' ||
    shape === 'freehand' ||
    shape === 'outline' ||
    tool.steps[number - 1]?.isDerived
  if (!isClickEnough && isFirst && !isDrag) return { kind: 'drawing', draft }
  const drawing = toDrawing(draft)
  if (!drawing || !step) return { kind: 'cancelled', reason: 'tooSmall' }
  const next = handleFollowingPointer[shape]
  if (next !== undefined && following === undefined && hasExtent(step))
    return { kind: 'drawing', draft: { ...draft, following: next } }
  if (draft.firstStroke && !step.handles.perpendicularEnd)
    return { kind: 'cancelled', reason: isDrag ? 'notAcross' : 'tooSmall' }
  const reason = getCancelReason(tool, step, { drawnMs: time - draft.startedAt, context })
  if (reason === undefined && hasSecondStroke(draft) && !draft.firstStroke)
    return { kind: 'drawing', draft: { ...draft, firstStroke: { step, isSecondBegun: false } } }
  return reason === undefined ? { kind: 'whole', drawing } : { kind: 'cancelled', reason }
}

/** The step that is being drawn in this layer. */
export function getDraft({ store, view, viewId }: GestureHost): StepDraft | undefined {
  const { draft } = store.get()
  const isHere = draft?.viewId === viewId && (draft.layer ?? view) === view
  return isHere ? draft : undefined
}

export function setDraft({ store, view }: GestureHost, draft: StepDraft | undefined) {
  store.set((now) =>
    now.draft === draft ? now : { ...now, draft: draft && { ...draft, layer: view } },
  )
}

/** Discards the step that is drawn in this layer, also after the image of the layer has changed. */
export function cancelDraft({ store, view, viewId }: GestureHost) {
  const { draft } = store.get()
  if (draft && (draft.layer ? draft.layer === view : draft.viewId === viewId))
    store.set((now) => ({ ...now, draft: undefined }))
}

/** Begins the second stroke of a step at the pressed point. */
function beginSecondStroke(host: GestureHost, start: PointerInput) {
  const draft = getDraft(host)
  if (!draft?.firstStroke || draft.firstStroke.isSecondBegun) return false
  const at = toImage(host.camera(), start.at)
  setDraft(host, {
    ...draft,
    stroke: { from: at, to: at },
    firstStroke: { ...draft.firstStroke, isSecondBegun: true },
    startedAt: start.time,
  })
  return true
}

/** The step that the next press of a tool would draw; undefined if the drawing is complete. */
export function getNextDrawingStep(host: GestureHost, id: DrawingTool) {
  const tool = getTool(id)
  const base = findOpenDrawing(listFrameDrawings(host), tool)
  const next = getNextStep(base, tool)
  return next && { tool, base, number: next.step }
}

/** Updates derived steps and saved lengths. */
const updateDerived = (drawing: Drawing, context: MeasuringContext): Drawing =>
  updateLengths(getTool(drawing.tool).updateDerivedSteps(drawing, context) ?? drawing, context)

/** Assigns a new drawing to the visible frame. */
const assignFrame = (drawing: Drawing, frame: number): Drawing =>
  frame === 1 || drawing.frame !== undefined ? drawing : { ...drawing, frame }

/** Saves a drawn step in the image; asks for the text of comments and markers. */
export async function saveDrawing(host: GestureHost, drawn: Drawing, draftBefore?: StepDraft) {
  const { store, viewId } = host
  const drawing = updateDerived(assignFrame(drawn, getFrame(store.get(), viewId)), host.context())
  const tool = getTool(drawing.tool)
  if (tool.id === 'comment' || tool.id === 'marker') {
    const text = await host.askText(drawing, true)
    if (text === undefined || text === '') return
    store.commit(viewId, withDrawing({ ...drawing, text }))
  } else store.commit(viewId, withDrawing(drawing), undefined, { draftBefore })
  selectDrawing(host, drawing.id)
}

function release(
  host: GestureHost,
  draft: StepDraft,
  press: PointerInput,
  isDrag: boolean,
  isFirst: boolean,
) {
  const context = host.context()
  const released = releaseDraft(draft, { context, time: press.time, isDrag, isFirst })
  if (released.kind === 'drawing') return setDraft(host, released.draft)
  // A second stroke that is discarded, or undone later, can be drawn again: the first one stays.
  const before = takeBackStroke(draft)
  setDraft(host, released.kind === 'cancelled' ? before : undefined)
  if (released.kind === 'whole') void saveDrawing(host, released.drawing, before)
  // An accidental click is not reported.
  else if (released.reason !== 'tooSmall') host.report(released.reason)
}

export function followPointer(host: GestureHost, press: PointerInput) {
  const draft = getDraft(host)
  // A stroke that is placed by keys stays when the pointer passes over it.
  if (!draft || draft.keyed) return
  const camera = host.camera()
  const to = toImage(camera, press.at)
  setDraft(host, moveDraft(draft, to, host.context(), 2 / getScale(camera)))
}

/** Whether a step of the complete drawing cannot be dragged, because later ones depend on it. */
function isAnyLocked(host: GestureHost, id: DrawingTool): boolean {
  const drawing = findOpenDrawing(listFrameDrawings(host), getTool(id))
  return drawing?.steps.some(({ step }) => isLocked(drawing, step)) ?? false
}

/** Starts a step; returns false if the tool has no next step here. */
function startStep(host: GestureHost, start: PointerInput, id: DrawingTool): boolean {
  const next = getNextDrawingStep(host, id)
  const context = host.context()
  const needsMore = next?.tool.needsSpacing && context.spacing.unit !== 'mm'
  if (!next || needsMore) {
    host.report(next ? 'needsSpacing' : isAnyLocked(host, id) ? 'locked' : 'complete')
    return false
  }
  selectDrawing(host, undefined)
  const at = toImage(host.camera(), start.at)
  setDraft(
    host,
    startDraft({
      ...next,
      viewId: host.viewId,
      layer: host.view,
      id: host.newId(),
      at,
      time: start.time,
      context,
    }),
  )
  return true
}

/** A press draws the stroke anew that keys have begun. */
function discardKeyedStroke(host: GestureHost) {
  const draft = getDraft(host)
  if (draft?.keyed) setDraft(host, takeBackStroke(draft))
}

/** Starts a step, or continues one that has followed the pointer since a click. */
export function createDrawGesture(
  host: GestureHost,
  start: PointerInput,
  id: DrawingTool,
): Gesture | undefined {
  discardKeyedStroke(host)
  const isNew = getDraft(host) === undefined
  const isFirst = isNew || beginSecondStroke(host, start)
  if (!isNew) followPointer(host, start)
  else if (!startStep(host, start, id)) return undefined
  return {
    move: (press) => followPointer(host, press),
    end: (press) => {
      followPointer(host, press)
      const draft = getDraft(host)
      const isDrag = distance(start.at, press.at) >= dragThreshold
      // Undo while the button was held has taken this stroke back.
      const isTakenBack = draft?.firstStroke?.isSecondBegun === false
      if (draft && !isTakenBack) release(host, draft, press, isDrag, isFirst)
    },
    // A second finger cancels this stroke only.
    cancel: () => {
      const draft = getDraft(host)
      if (draft) setDraft(host, takeBackStroke(draft))
    },
  }
}
