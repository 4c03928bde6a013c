import type { Drawing, Point } from '@talus/contract'
import { reasonToCancel } from '@talus/measurements'
import { toImage } from '../engine/camera.ts'
import type { ImageState } from '../model.ts'
import { withDrawing, withoutDrawing, withViewport } from '../store/viewer-store.ts'
import { isDrawingTool } from './controller.ts'
import type { Controller } from './controller.ts'
import { leaveCrop } from './crop.ts'
import { stepOf, withStep } from './draft.ts'
import { keep, nextOf } from './draw-gesture.ts'
import { withHandleAt, withStepMoved } from './edit.ts'
import { drawingOf, select } from './edit-gestures.ts'
import type { Grip, StageHost } from './gesture.ts'
import { panned, windowDragged, zoomedBy, zoomStep } from './gestures.ts'
import { handlesToTake } from './hit-test.ts'

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
}

/** Every handle that can be taken, one after the other. */
const gripsOf = (drawing: Drawing): readonly Grip[] =>
  drawing.steps.flatMap((step) =>
    handlesToTake(drawing, step).map((handle) => ({
      drawingId: drawing.id,
      step: step.step,
      handle,
    })),
  )

/** What the arrows move: the handle that was taken last, or one step of the drawing. */
function movedDrawing(host: StageHost, drawing: Drawing, by: Point): Drawing | undefined {
  const { grip } = host.view.get()
  const handle = grip?.drawingId === drawing.id ? grip.handle : undefined
  if (grip && handle && handle !== 'textBox') {
    const at = stepOf(drawing, grip.step)?.handles[handle]
    const to = at && { x: at.x + by.x, y: at.y + by.y }
    return to && withHandleAt(drawing, grip.step, handle, to, host.context())
  }
  const number = drawing.steps.findLast((step) => handlesToTake(drawing, step).length > 0)?.step
  return number === undefined ? undefined : withStepMoved(drawing, number, by, host.context())
}

/** A step drawn across the middle of what is shown, to be brought to its place by the arrows. */
function drawInMiddle(host: StageHost): boolean {
  const { tool } = host.store.get()
  const next = isDrawingTool(tool) ? nextOf(host, tool) : undefined
  if (!next) return false
  const camera = host.camera()
  const { width, height } = camera.cell
  const from = toImage(camera, { x: width * 0.4, y: height / 2 })
  const to = toImage(camera, { x: width * 0.6, y: height / 2 })
  const context = host.context()
  const step = next.tool.draw(next.base, next.number, { from, to, path: [from, to] }, context)
  if (!step) return false
  const reason =
    next.tool.needsSpacing && context.spacing.unit !== 'mm'
      ? 'needsSpacing'
      : reasonToCancel(next.tool, step, { drawnMs: Infinity, context })
  if (reason !== undefined) host.tell(reason)
  else
    void keep(
      host,
      withStep(next.base ?? { id: host.newId(), tool: next.tool.id, steps: [] }, step),
    )
  return true
}

function moveView(host: StageHost, by: Point) {
  const camera = host.camera()
  const { tool } = host.store.get()
  const middle = { x: camera.cell.width / 2, y: camera.cell.height / 2 }
  const greys = host.greys()
  const beside = { x: middle.x - by.x * 8, y: middle.y - by.y * 8 }
  if (tool === 'windowLevel' && greys) {
    const window = windowDragged(greys, beside, middle)
    host.store.adjust(host.imageId, withViewport({ window }))
  } else if (tool === 'zoom') {
    const placed = zoomedBy(camera, middle, zoomStep ** -Math.sign(by.y))
    host.store.adjust(host.imageId, withViewport(placed))
  } else host.store.adjust(host.imageId, withViewport(panned(camera, middle, beside)))
}

/** The keys of a cell. Each says whether it did anything: what it did not is left to the page. */
export function createKeys(host: StageHost, controller: Controller) {
  const { store, imageId, view } = host
  /** Before the arrows moved anything: one step to undo, however long a key is held. */
  let before: ImageState | undefined

  const selectedDrawing = () => {
    const { selected } = store.get()
    return selected?.imageId === imageId ? drawingOf(host, selected.drawingId) : undefined
  }
  const editText = async (drawing: Drawing) => {
    const text = await host.askText(drawing, false)
    if (text !== undefined) store.commit(imageId, withDrawing({ ...drawing, text }))
  }
  const nudge = (way: Point, isFar: boolean) => {
    const size = isFar ? 10 : 1
    const drawing = host.canDraw() ? selectedDrawing() : undefined
    if (!drawing) return moveView(host, { x: way.x * size, y: way.y * size })
    before ??= store.imageState(imageId)
    const camera = host.camera()
    const from = toImage(camera, { x: 0, y: 0 })
    const to = toImage(camera, { x: way.x * size, y: way.y * size })
    const moved = movedDrawing(host, drawing, { x: to.x - from.x, y: to.y - from.y })
    if (moved) store.adjust(imageId, withDrawing(moved))
  }
  const nextHandle = (way: 1 | -1) => {
    const drawing = selectedDrawing()
    if (!drawing) return false
    const grips = gripsOf(drawing)
    const { grip } = view.get()
    const now = grips.findIndex((one) => one.step === grip?.step && one.handle === grip.handle)
    const next = grips.at((now + way + grips.length) % Math.max(1, grips.length))
    view.set((old) => ({ ...old, grip: next }))
    return true
  }
  const escape = () => {
    if (controller.cancel()) return true
    if (store.get().tool === 'crop') {
      leaveCrop(host)
      return true
    }
    const isSelected = selectedDrawing() !== undefined
    if (isSelected) select(host, undefined)
    return isSelected
  }

  return {
    down: ({ key, shiftKey }: KeyPress): boolean => {
      const way = arrows[key]
      const drawing = selectedDrawing()
      if (way) nudge(way, shiftKey)
      else if (key === 'Escape') return escape()
      else if (key === 'PageDown') return nextHandle(1)
      else if (key === 'PageUp') return nextHandle(-1)
      else if (!host.canDraw()) return false
      else if ((key === 'Delete' || key === 'Backspace') && drawing)
        store.commit(imageId, withoutDrawing(drawing.id))
      else if (key === 'Enter' && (drawing?.tool === 'comment' || drawing?.tool === 'marker'))
        void editText(drawing)
      else if (key === 'Enter') return drawInMiddle(host)
      else return false
      return true
    },
    up: () => {
      if (before) store.commit(imageId, (now) => now, before)
      before = undefined
    },
    editText: (id: string) => {
      const drawing = drawingOf(host, id)
      const hasWords = drawing?.tool === 'comment' || drawing?.tool === 'marker'
      if (hasWords && host.canDraw()) void editText(drawing)
    },
  }
}
