import { useRef } from 'react'
import type { PointerEvent } from 'react'
import { needsDrawing } from '../gestures/controller.ts'
import { distance, dragThreshold } from '../gestures/view-transforms.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { reportMissingImage } from '../toolbar/use-image-actions.ts'

const handled = '[role=application], [role=alert], button:not([data-empty]), input'

/**
 * Reports a tool that is used on a cell without a drawing layer: it is empty, or its image has not
 * been loaded. A click with a tool that needs a drag is none: it chooses the cell.
 */
export function useMissingImage(store: ViewerStore) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onPointerDown: ({ target, clientX: x, clientY: y }: PointerEvent) => {
      // Buttons and the drawing layer handle their presses themselves.
      const isHandled = target instanceof Element && target.closest(handled) !== null
      start.current = isHandled ? undefined : { x, y }
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (!from) return
      const isDrag = distance(from, { x, y }) >= dragThreshold
      if (isDrag || needsDrawing(store.get().tool)) reportMissingImage()
    },
  }
}
