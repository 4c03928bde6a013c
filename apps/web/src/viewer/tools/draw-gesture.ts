import type { Drawing, DrawingTool } from '@talus/contract'
import { isComplete, nextStep, toolOf, withLengths } from '@talus/measurements'
import type { MeasuringContext, ToolDefinition } from '@talus/measurements'
import { scaleOf, toImage } from '../engine/camera.ts'
import { frameIn, withDrawing } from '../store/viewer-store.ts'
import { beginDraft, dragThreshold, moveDraft, releaseDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { drawingsHere, select } from './edit-gestures.ts'
import type { Gesture, Press, StageHost } from './gesture.ts'
import { distance } from './gestures.ts'

const setDraft = ({ view }: StageHost, draft: Draft | undefined) =>
  view.set((now) => ({ ...now, draft }))

/** The drawing to which the next step belongs: a frame has at most one of each guided measurement. */
export function openDrawing(
  drawings: readonly Drawing[],
  tool: ToolDefinition,
): Drawing | undefined {
  const mine = drawings.filter((one) => one.tool === tool.id)
  return tool.isGuided ? mine[0] : mine.findLast((one) => !isComplete(one))
}

/** What the next press of a tool on this image would draw; undefined where all of it is there. */
export function nextOf(host: StageHost, id: DrawingTool) {
  const tool = toolOf(id)
  const base = openDrawing(drawingsHere(host), tool)
  const next = nextStep(base, tool)
  return next && { tool, base, number: next.step }
}

/** What follows from other steps lies where it must, and lengths are filled in. */
const settled = (drawing: Drawing, context: MeasuringContext): Drawing =>
  withLengths(toolOf(drawing.tool).settle(drawing, context) ?? drawing, context)

/** What is drawn for the first time belongs to the frame that is seen. */
const onFrame = (drawing: Drawing, frame: number): Drawing =>
  frame === 1 || drawing.frame !== undefined ? drawing : { ...drawing, frame }

/** Puts a drawn step into the image, with its words where it has some. */
export async function keep(host: StageHost, drawn: Drawing) {
  const { store, imageId } = host
  const drawing = settled(onFrame(drawn, frameIn(store.get(), imageId)), host.context())
  const tool = toolOf(drawing.tool)
  if (tool.id === 'comment' || tool.id === 'marker') {
    const text = await host.askText(drawing, true)
    if (text === undefined || text === '') return
    store.commit(imageId, withDrawing({ ...drawing, text }))
  } else store.commit(imageId, withDrawing(drawing))
  select(host, drawing.id)
  const pending = isComplete(drawing) ? undefined : { imageId, drawingId: drawing.id }
  store.set((now) => ({ ...now, pending }))
}

function release(host: StageHost, draft: Draft, press: Press, isDrag: boolean, isFirst: boolean) {
  const context = host.context()
  const released = releaseDraft(draft, { context, time: press.time, isDrag, isFirst })
  if (released.kind === 'drawing') return setDraft(host, released.draft)
  setDraft(host, undefined)
  if (released.kind === 'whole') void keep(host, released.drawing)
  // A slip of the hand needs no words.
  else if (released.reason !== 'tooSmall') host.tell(released.reason)
}

export function followPointer(host: StageHost, press: Press) {
  const { draft } = host.view.get()
  if (!draft) return
  const camera = host.camera()
  const to = toImage(camera, press.at)
  setDraft(host, moveDraft(draft, to, host.context(), 2 / scaleOf(camera)))
}

/** Says whether there was something to begin. */
function begin(host: StageHost, start: Press, id: DrawingTool): boolean {
  const next = nextOf(host, id)
  const context = host.context()
  const needsMore = next?.tool.needsSpacing && context.spacing.unit !== 'mm'
  if (!next || needsMore) {
    host.tell(next ? 'needsSpacing' : 'complete')
    return false
  }
  select(host, undefined)
  const at = toImage(host.camera(), start.at)
  setDraft(host, beginDraft({ ...next, id: host.newId(), at, time: start.time, context }))
  return true
}

/** Begins a step, or goes on with one that has followed the pointer since a click. */
export function drawGesture(host: StageHost, start: Press, id: DrawingTool): Gesture | undefined {
  const isFirst = host.view.get().draft === undefined
  if (!isFirst) followPointer(host, start)
  else if (!begin(host, start, id)) return undefined
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
