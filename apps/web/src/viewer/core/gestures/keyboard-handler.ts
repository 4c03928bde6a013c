import type { Drawing, Point } from '@talus/contract'
import { getAngle, withAngle } from '../camera/angle.ts'
import { toImage } from '../camera/camera.ts'
import type { ViewId, ViewState } from '../model.ts'
import { withDrawing, withoutDrawing, withViewport } from '../store/viewer-store.ts'
import type { Controller } from './controller.ts'
import { exitCrop } from './crop.ts'
import { cancelDraft, getDraft } from './draw-gesture.ts'
import { dragHandle, dragStep, findStep } from './edit.ts'
import { findDrawing, selectDrawing } from './edit-gestures.ts'
import type { Grip, GestureHost } from './gesture-types.ts'
import { drawByKey, getKeyedDraft, moveByKey, toKeyedPart } from './keyboard-drawing.ts'
import { panView, dragWindowState, zoomBy, zoomStep } from './view-transforms.ts'
import { listFreeHandles } from './hit-test.ts'

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * The keys of the focused image; `help` is how the keyboard help shows them. The handler below runs
 * the action, and the table of the viewer lists these rows, so neither has a key that the other
 * lacks.
 */
export const imageKeys = [
  { action: 'draw', keys: ['Enter'], help: 'Enter' },
  { action: 'point', keys: ['PageUp', 'PageDown'], help: 'PageUp PageDown' },
  { action: 'move', keys: Object.keys(arrows), help: 'ArrowLeft ArrowUp ArrowRight ArrowDown' },
  {
    action: 'moveFar',
    keys: Object.keys(arrows).map((arrow) => `Shift+${arrow}`),
    help: 'Shift+ArrowUp',
  },
  { action: 'delete', keys: ['Delete', 'Backspace'], help: 'Delete' },
  { action: 'leave', keys: ['Escape'], help: 'Escape' },
] as const

type ImageAction = (typeof imageKeys)[number]['action']

function findAction({ key, shiftKey }: KeyPress): ImageAction | undefined {
  const find = (name: string) => imageKeys.find(({ keys }) => keys.some((one) => one === name))
  return ((shiftKey ? find(`Shift+${key}`) : undefined) ?? find(key))?.action
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

function moveView(host: GestureHost, by: Point) {
  const camera = host.camera()
  const { tool } = host.store.get()
  const middle = { x: camera.viewportSize.width / 2, y: camera.viewportSize.height / 2 }
  const windowState = host.windowState()
  const shifted = { x: middle.x - by.x * 8, y: middle.y - by.y * 8 }
  if (tool === 'windowLevel' && windowState) {
    const window = dragWindowState(windowState, shifted, middle)
    host.store.adjust(host.viewId, withViewport({ window }))
  } else if (tool === 'zoom') {
    const view = zoomBy(camera, middle, zoomStep ** -Math.sign(by.y))
    host.store.adjust(host.viewId, withViewport(view))
  } else if (tool === 'rotate') {
    // Left and right by one degree, up and down by a tenth.
    const angle = getAngle(camera.viewport) + Math.sign(by.x) - Math.sign(by.y) / 10
    const { rotation, tilt } = withAngle(camera.viewport, angle)
    host.store.adjust(host.viewId, withViewport({ rotation, tilt }))
  } else host.store.adjust(host.viewId, withViewport(panView(camera, middle, shifted)))
}

/** Keyboard handler of a viewport; returns whether a key was handled, the page handles the rest. */
export function createKeyboardHandler(host: GestureHost, controller: Controller) {
  const { store, view } = host
  /** State before the first arrow key: one undo step, no matter how long a key is held. */
  let before: { readonly viewId: ViewId; readonly state: ViewState } | undefined

  const selectedDrawing = () => {
    const { selected } = store.get()
    return selected?.viewId === host.viewId ? findDrawing(host, selected.drawingId) : undefined
  }
  const editText = async (drawing: Drawing) => {
    // The viewport may show another slice when the user has answered.
    const { viewId } = host
    const text = await host.askText(drawing, false)
    if (text !== undefined) store.commit(viewId, withDrawing({ ...drawing, text }))
  }
  /** Up and down go through the images, left and right through the viewports. */
  const browse = ({ x, y }: Point) => {
    if (x !== 0) return host.stepCell(x > 0 ? 1 : -1)
    if (host.canBrowse()) host.browse(y)
    return true
  }
  const nudge = (key: string, size: number) => {
    const direction = arrows[key] ?? { x: 0, y: 0 }
    const camera = host.camera()
    const from = toImage(camera, { x: 0, y: 0 })
    const to = toImage(camera, { x: direction.x * size, y: direction.y * size })
    const by = { x: to.x - from.x, y: to.y - from.y }
    const draft = getKeyedDraft(host)
    if (draft) {
      moveByKey(host, draft, by)
      return true
    }
    const drawing = host.canDraw() ? selectedDrawing() : undefined
    if (!drawing || !store.mayChange(drawing)) {
      if (size === 1 && !drawing) return browse(direction)
      moveView(host, { x: direction.x * size, y: direction.y * size })
      return true
    }
    const { viewId } = host
    before ??= { viewId, state: store.viewState(viewId) }
    const moved = moveSelected(host, drawing, by)
    if (moved) store.adjust(viewId, withDrawing(moved))
    return true
  }
  const nextHandle = (direction: 1 | -1) => {
    const draft = getKeyedDraft(host)
    const drawing = draft ? toKeyedPart(draft) : selectedDrawing()
    if (!drawing) return false
    const grips = listGrips(drawing)
    const { grip } = view.get()
    const now = grips.findIndex((one) => one.step === grip?.step && one.handle === grip.handle)
    const next = grips.at((now + direction + grips.length) % Math.max(1, grips.length))
    view.set((old) => ({ ...old, grip: next }))
    return true
  }
  const drawOrEdit = () => {
    if (!host.canDraw()) return false
    const drawing = selectedDrawing()
    if (drawing?.tool !== 'comment' && drawing?.tool !== 'marker') return drawByKey(host)
    void editText(drawing)
    return true
  }
  const deleteSelected = () => {
    if (!host.canDraw()) return false
    // An unfinished drawing is shown as the selected one.
    const draft = getDraft(host)
    const drawing = draft ? draft.base : selectedDrawing()
    cancelDraft(host)
    if (drawing) store.commit(host.viewId, withoutDrawing(drawing.id))
    return draft !== undefined || drawing !== undefined
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

  const actions: Readonly<Record<ImageAction, (key: string) => boolean>> = {
    draw: drawOrEdit,
    point: (key) => nextHandle(key === 'PageDown' ? 1 : -1),
    move: (key) => nudge(key, 1),
    moveFar: (key) => nudge(key, 10),
    delete: deleteSelected,
    leave: escape,
  }
  return {
    down: (press: KeyPress): boolean => {
      const action = findAction(press)
      return action !== undefined && actions[action](press.key)
    },
    up: () => {
      if (before) store.commit(before.viewId, (now) => now, before.state)
      before = undefined
    },
    editText: (id: string) => {
      const drawing = findDrawing(host, id)
      const hasText = drawing?.tool === 'comment' || drawing?.tool === 'marker'
      if (hasText && host.canDraw()) void editText(drawing)
    },
  }
}
