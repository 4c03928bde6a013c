import { isDrawingTool } from '@talus/contract'
import type { Drawing, Point } from '@talus/contract'
import { getCancelReason } from '@talus/measurements'
import { toImage } from '../camera/camera.ts'
import type { ImageState } from '../../model.ts'
import { withDrawing, withoutDrawing, withViewport } from '../store/viewer-store.ts'
import type { Controller } from './controller.ts'
import { exitCrop } from './crop.ts'
import { findStep, putStep } from './draft.ts'
import { saveDrawing, getNextDrawingStep } from './draw-gesture.ts'
import { dragHandle, dragStep } from './edit.ts'
import { findDrawing, selectDrawing } from './edit-gestures.ts'
import type { Grip, GestureHost } from './gesture-types.ts'
import { panView, dragWindowState, zoomBy, zoomStep } from './view-transforms.ts'
import { listFreeHandles } from './hit-test.ts'

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

/** All handles that can be dragged, in order. */
const listGrips = (drawing: Drawing): readonly Grip[] =>
  drawing.steps.flatMap((step) =>
    listFreeHandles(drawing, step).map((handle) => ({
      drawingId: drawing.id,
      step: step.step,
      handle,
    })),
  )

/** Moves the handle that was dragged last, or else one step of the drawing. */
function moveSelected(host: GestureHost, drawing: Drawing, by: Point): Drawing | undefined {
  const { grip } = host.view.get()
  const handle = grip?.drawingId === drawing.id ? grip.handle : undefined
  if (grip && handle && handle !== 'textBox') {
    const at = findStep(drawing, grip.step)?.handles[handle]
    const to = at && { x: at.x + by.x, y: at.y + by.y }
    return to && dragHandle(drawing, grip.step, handle, to, host.context())
  }
  const number = drawing.steps.findLast((step) => listFreeHandles(drawing, step).length > 0)?.step
  return number === undefined ? undefined : dragStep(drawing, number, by, host.context())
}

/** Draws a step across the centre of the view, for the user to move by arrow keys. */
function drawInMiddle(host: GestureHost): boolean {
  const { tool } = host.store.get()
  const next = isDrawingTool(tool) ? getNextDrawingStep(host, tool) : undefined
  if (!next) return false
  const camera = host.camera()
  const { width, height } = camera.viewportSize
  const from = toImage(camera, { x: width * 0.4, y: height / 2 })
  const to = toImage(camera, { x: width * 0.6, y: height / 2 })
  const context = host.context()
  const step = next.tool.draw(next.base, next.number, { from, to, path: [from, to] }, context)
  if (!step) return false
  const reason =
    next.tool.needsSpacing && context.spacing.unit !== 'mm'
      ? 'needsSpacing'
      : getCancelReason(next.tool, step, { drawnMs: Infinity, context })
  if (reason !== undefined) host.report(reason)
  else
    void saveDrawing(
      host,
      putStep(next.base ?? { id: host.newId(), tool: next.tool.id, steps: [] }, step),
    )
  return true
}

function moveView(host: GestureHost, by: Point) {
  const camera = host.camera()
  const { tool } = host.store.get()
  const middle = { x: camera.viewportSize.width / 2, y: camera.viewportSize.height / 2 }
  const windowState = host.windowState()
  const shifted = { x: middle.x - by.x * 8, y: middle.y - by.y * 8 }
  if (tool === 'windowLevel' && windowState) {
    const window = dragWindowState(windowState, shifted, middle)
    host.store.adjust(host.imageId, withViewport({ window }))
  } else if (tool === 'zoom') {
    const view = zoomBy(camera, middle, zoomStep ** -Math.sign(by.y))
    host.store.adjust(host.imageId, withViewport(view))
  } else host.store.adjust(host.imageId, withViewport(panView(camera, middle, shifted)))
}

/** Keyboard handler of a viewport; returns whether a key was handled, the page handles the rest. */
export function createKeyboardHandler(host: GestureHost, controller: Controller) {
  const { store, imageId, view } = host
  /** State before the first arrow key: one undo step, no matter how long a key is held. */
  let before: ImageState | undefined

  const selectedDrawing = () => {
    const { selected } = store.get()
    return selected?.imageId === imageId ? findDrawing(host, selected.drawingId) : undefined
  }
  const editText = async (drawing: Drawing) => {
    const text = await host.askText(drawing, false)
    if (text !== undefined) store.commit(imageId, withDrawing({ ...drawing, text }))
  }
  const nudge = (direction: Point, isFar: boolean) => {
    const size = isFar ? 10 : 1
    const drawing = host.canDraw() ? selectedDrawing() : undefined
    if (!drawing) return moveView(host, { x: direction.x * size, y: direction.y * size })
    before ??= store.imageState(imageId)
    const camera = host.camera()
    const from = toImage(camera, { x: 0, y: 0 })
    const to = toImage(camera, { x: direction.x * size, y: direction.y * size })
    const moved = moveSelected(host, drawing, { x: to.x - from.x, y: to.y - from.y })
    if (moved) store.adjust(imageId, withDrawing(moved))
  }
  const nextHandle = (direction: 1 | -1) => {
    const drawing = selectedDrawing()
    if (!drawing) return false
    const grips = listGrips(drawing)
    const { grip } = view.get()
    const now = grips.findIndex((one) => one.step === grip?.step && one.handle === grip.handle)
    const next = grips.at((now + direction + grips.length) % Math.max(1, grips.length))
    view.set((old) => ({ ...old, grip: next }))
    return true
  }
  const escape = () => {
    if (controller.cancel()) return true
    if (store.get().tool === 'crop') {
      exitCrop(host)
      return true
    }
    const isSelected = selectedDrawing() !== undefined
    if (isSelected) selectDrawing(host, undefined)
    return isSelected
  }

  return {
    down: ({ key, shiftKey }: KeyPress): boolean => {
      const direction = arrows[key]
      const drawing = selectedDrawing()
      if (direction) nudge(direction, shiftKey)
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
      const drawing = findDrawing(host, id)
      const hasText = drawing?.tool === 'comment' || drawing?.tool === 'marker'
      if (hasText && host.canDraw()) void editText(drawing)
    },
  }
}
