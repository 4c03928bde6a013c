import { ImageId } from '@talus/contract'
import type { DrawingTool, Point } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import { createStore } from '../../../store.ts'
import type { Camera } from '../camera/camera.ts'
import { createViewerStore } from '../store/viewer-store.ts'
import type { PointerTool } from '../model.ts'
import { withTool } from '../toolbar/choose-tool.ts'
import { createController } from '../gestures/controller.ts'
import { toUuid } from '../../../random-id.ts'
import { idleState } from '../gestures/gesture-types.ts'
import type { PointerInput, GestureHost } from '../gestures/gesture-types.ts'
import { createKeyboardHandler } from '../gestures/keyboard-handler.ts'

export const imageId = ImageId.parse(7)

/**
 * An image of 1000 × 800 pixels of 0.1 mm in a viewport of its size: screen equals image pixels.
 */
export function createGestureFixture(
  tool: PointerTool,
  {
    hasSpacing = true,
    canDraw = true,
    canBrowse = false,
    answer,
  }: {
    hasSpacing?: boolean
    canDraw?: boolean
    canBrowse?: boolean
    answer?: string | number | boolean
  } = {},
) {
  const store = createViewerStore({
    grid: { rows: 1, columns: 1, cells: [{ row: 0, column: 0, imageId }], active: 0 },
    tool,
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })
  const reported: string[] = []
  const browsed: number[] = []
  const spacing = hasSpacing
    ? ({ row: 0.1, column: 0.1, unit: 'mm' } as const)
    : ({ row: 1, column: 1, unit: 'px' } as const)
  const context: MeasuringContext = { spacing, columns: 1000, rows: 800 }
  let ids = 0
  const camera = (): Camera => {
    const { viewport, crop } = store.viewState(imageId)
    const viewportSize = { width: 1000, height: 800 }
    return { columns: 1000, rows: 800, pixelAspect: 1, viewportSize, viewport, crop }
  }
  const host: GestureHost = {
    viewId: imageId,
    store,
    view: createStore(idleState),
    camera,
    context: () => context,
    spacingFacts: () => null,
    windowState: () => {
      const { window } = store.viewState(imageId).viewport
      return { window: window ?? { center: 500, width: 1000 }, span: 1000, isInverse: false }
    },
    newId: () => toUuid(new Uint8Array(16).fill(++ids)),
    canDraw: () => canDraw,
    canBrowse: () => canBrowse,
    browse: (by) => browsed.push(by),
    stepCell: () => false,
    askText: () => Promise.resolve(typeof answer === 'string' ? answer : undefined),
    askMillimetres: () => Promise.resolve(typeof answer === 'number' ? answer : undefined),
    askResetCrop: () => Promise.resolve(answer === true),
    report: (reason) => reported.push(reason),
  }
  const controller = createController(host)
  let time = 1000
  const press = (at: Point, more: Partial<PointerInput> = {}): PointerInput => ({
    id: 1,
    at,
    kind: 'mouse',
    button: 0,
    time,
    label: undefined,
    labelAt: undefined,
    ...more,
  })
  /** Drags from one point to another in several moves, in half a second by default. */
  const drag = (
    from: Point,
    to: Point,
    { ms = 500, ...more }: Partial<PointerInput> & { ms?: number } = {},
  ) => {
    controller.move(press(from, more))
    controller.down(press(from, more))
    for (const share of [0.25, 0.5, 0.75, 1]) {
      time += ms / 4
      controller.move(
        press({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }, more),
      )
    }
    controller.up(press(to, more))
    time += 100
  }
  const click = (at: Point, more: Partial<PointerInput> = {}) => {
    controller.move(press(at, more))
    controller.down(press(at, more))
    time += 80
    controller.up(press(at, more))
    time += 100
  }
  return {
    host,
    store,
    controller,
    keys: createKeyboardHandler(host, controller),
    reported,
    browsed,
    press,
    drag,
    click,
    choose: (next: PointerTool) => store.set(withTool(next)),
    state: () => store.viewState(imageId),
    drawings: (of?: DrawingTool) =>
      store.viewState(imageId).drawings.filter((one) => of === undefined || one.tool === of),
    context,
  }
}
