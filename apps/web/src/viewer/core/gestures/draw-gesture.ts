import type { Drawing, DrawingTool } from '@talus/contract'
import { isComplete, getNextStep, getTool, updateLengths } from '@talus/measurements'
import type { MeasuringContext, ToolDefinition } from '@talus/measurements'
import { getScale, toImage } from '../camera/camera.ts'
import { getFrame, withDrawing } from '../store/viewer-store.ts'
import { startDraft, dragThreshold, moveDraft, releaseDraft } from './draft.ts'
import type { StepDraft } from './draft.ts'
import { listFrameDrawings, selectDrawing } from './edit-gestures.ts'
import type { Gesture, PointerInput, GestureHost } from './gesture-types.ts'
import { distance } from './view-transforms.ts'

const setDraft = ({ view }: GestureHost, draft: StepDraft | undefined) =>
  view.set((now) => ({ ...now, draft }))

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
export async function saveDrawing(host: GestureHost, drawn: Drawing) {
  const { store, imageId } = host
  const drawing = updateDerived(assignFrame(drawn, getFrame(store.get(), imageId)), host.context())
  const tool = getTool(drawing.tool)
  if (tool.id === 'comment' || tool.id === 'marker') {
    const text = await host.askText(drawing, true)
    if (text === undefined || text === '') return
    store.commit(imageId, withDrawing({ ...drawing, text }))
  } else store.commit(imageId, withDrawing(drawing))
  selectDrawing(host, drawing.id)
  const pending = isComplete(drawing) ? undefined : { imageId, drawingId: drawing.id }
  store.set((now) => ({ ...now, pending }))
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
  setDraft(host, undefined)
  if (released.kind === 'whole') void saveDrawing(host, released.drawing)
  // An accidental click is not reported.
  else if (released.reason !== 'tooSmall') host.report(released.reason)
}

export function followPointer(host: GestureHost, press: PointerInput) {
  const { draft } = host.view.get()
  if (!draft) return
  const camera = host.camera()
  const to = toImage(camera, press.at)
  setDraft(host, moveDraft(draft, to, host.context(), 2 / getScale(camera)))
}

/** Starts a step; returns false if the tool has no next step here. */
function startStep(host: GestureHost, start: PointerInput, id: DrawingTool): boolean {
  const next = getNextDrawingStep(host, id)
  const context = host.context()
  const needsMore = next?.tool.needsSpacing && context.spacing.unit !== 'mm'
  if (!next || needsMore) {
    host.report(next ? 'needsSpacing' : 'complete')
    return false
  }
  selectDrawing(host, undefined)
  const at = toImage(host.camera(), start.at)
  setDraft(host, startDraft({ ...next, id: host.newId(), at, time: start.time, context }))
  return true
}

/** Starts a step, or continues one that has followed the pointer since a click. */
export function createDrawGesture(
  host: GestureHost,
  start: PointerInput,
  id: DrawingTool,
): Gesture | undefined {
  const isFirst = host.view.get().draft === undefined
  if (!isFirst) followPointer(host, start)
  else if (!startStep(host, start, id)) return undefined
  return {
    move: (press) => followPointer(host, press),
    end: (press) => {
      followPointer(host, press)
      const { draft } = host.view.get()
      const isDrag = distance(start.at, press.at) >= dragThreshold
      if (draft) release(host, draft, press, isDrag, isFirst)
    },
    cancel: () => setDraft(host, undefined),
  }
}
