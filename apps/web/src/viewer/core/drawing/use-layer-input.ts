import { useEffect, useRef } from 'react'
import type { HTMLAttributes, PointerEvent, RefObject } from 'react'
import { isDrawingTool } from '@talus/contract'
import type { PointerInput } from '../gestures/gesture-types.ts'
import type { PointerTool } from '../model.ts'
import type { DrawingLayerProps, useDrawingLayer } from './use-drawing-layer.ts'

const kinds = { mouse: 'mouse', touch: 'touch', pen: 'pen' } as const
const isKind = (kind: string): kind is PointerInput['kind'] => Object.hasOwn(kinds, kind)

/** Must run before the pointer is captured: afterwards every event target is the layer itself. */
function toPointerInput(event: PointerEvent<HTMLElement>, isSpaceHeld: boolean): PointerInput {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  const label = event.target instanceof Element ? event.target.closest('[data-label]') : null
  const text = label?.querySelector('text')?.getBoundingClientRect()
  return {
    id: event.pointerId,
    at: { x: event.clientX - left, y: event.clientY - top },
    kind: isKind(event.pointerType) ? event.pointerType : 'mouse',
    button: isSpaceHeld && event.button === 0 ? 1 : event.button,
    hasShift: event.shiftKey,
    time: event.timeStamp,
    label: label?.getAttribute('data-label') ?? undefined,
    labelAt: text && { x: text.left - left, y: text.top - top },
  }
}

type Layer = ReturnType<typeof useDrawingLayer>

/** Tools with which a double click enlarges the viewport. */
const enlargingTools: readonly PointerTool[] = ['windowLevel', 'zoom', 'pan', 'magnifier']

/** Passes the wheel to the controller. */
export function useWheel(root: RefObject<HTMLElement | null>, controller: Layer['controller']) {
  useEffect(() => {
    const { current } = root
    if (!current) return undefined
    // React registers passive wheel listeners, which cannot prevent the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = current.getBoundingClientRect()
      controller.wheel({ x: event.clientX - left, y: event.clientY - top }, event)
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [root, controller])
}

/** Event handlers that pass pointers and keys of the layer to its controllers. */
export function useLayerInput(
  { controller, keys }: Layer,
  tool: PointerTool,
  { loop, onEnlarge }: Pick<DrawingLayerProps, 'loop' | 'onEnlarge'>,
): HTMLAttributes<HTMLElement> {
  const isSpaceHeld = useRef(false)
  const isSpaceUsed = useRef(false)
  return {
    onPointerDown: (event) => {
      const press = toPointerInput(event, isSpaceHeld.current)
      isSpaceUsed.current = true
      // Drawing on a playing loop pauses it at the visible frame.
      if (isDrawingTool(tool) || tool === 'eraser' || tool === 'calibrate') loop?.pause()
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      controller.down(press)
    },
    onPointerMove: (event) => controller.move(toPointerInput(event, false)),
    onPointerUp: (event) => controller.up(toPointerInput(event, false)),
    onPointerCancel: (event) => controller.lose(event.pointerId),
    onPointerLeave: controller.leave,
    // Prevents scrolling by the middle button and the context menu: both buttons are used here.
    onMouseDown: (event) => event.preventDefault(),
    onContextMenu: (event) => event.preventDefault(),
    onDoubleClick: ({ clientX, clientY }) => {
      // The pointer was captured, so the event target is the layer and not the label below.
      const target = document.elementFromPoint(clientX, clientY)
      const id = target?.closest('[data-label]')?.getAttribute('data-label')
      if (id) keys.editText(id)
      // Two quick clicks with another tool are a part of its drawing.
      else if (enlargingTools.includes(tool)) onEnlarge?.()
    },
    onKeyDown: (event) => {
      if (event.key === ' ' && !event.repeat) {
        isSpaceHeld.current = true
        isSpaceUsed.current = false
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === ' ' || keys.down(event)) event.preventDefault()
    },
    onKeyUp: (event) => {
      if (event.key === ' ') {
        // Space with a drag pans the image; Space alone plays, as in other players.
        if (isSpaceHeld.current && !isSpaceUsed.current) loop?.toggle()
        isSpaceHeld.current = false
      }
      if (event.key.startsWith('Arrow')) keys.up()
    },
    onBlur: () => {
      isSpaceHeld.current = false
      keys.up()
    },
  }
}
