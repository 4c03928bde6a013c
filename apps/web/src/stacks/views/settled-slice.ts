import { createStore } from '../../store.ts'
import { needsDrawing } from '../../viewer/core/gestures/controller.ts'
import { filterByFrame } from '../../viewer/core/store/viewer-store.ts'
import type { ViewerStore } from '../../viewer/core/store/viewer-store.ts'
import type { LiveSlice, ShownSlice } from './live-slice.ts'

/** A slice that has been visible for so long is rendered. */
const restMs = 120

/**
 * The visible slice as React renders it. While the user scrolls through slices without drawings, with
 * a tool that draws nothing, it follows when the scrolling ends; otherwise at once.
 */
export function createSettledSlice(store: ViewerStore, live: LiveSlice) {
  const settled = createStore(live.get())
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    settled.set(live.get())
  }
  const hasDrawings = ({ imageId, frame }: ShownSlice) =>
    filterByFrame(store.viewState(imageId).drawings, frame).length > 0
  const mayWait = () => {
    const [rendered, next] = [settled.get(), live.get()]
    const { tool } = store.get()
    if (!rendered || !next || needsDrawing(tool) || tool === 'magnifier') return false
    return !hasDrawings(rendered) && !hasDrawings(next)
  }
  const follow = () => {
    clearTimeout(timer)
    timer = undefined
    if (mayWait()) timer = setTimeout(settle, restMs)
    else settle()
  }
  return {
    store: settled,
    /** Follows until the returned function is called. */
    start: () => {
      const stops = [
        live.subscribe(follow),
        // A tool that was chosen meanwhile may draw.
        store.subscribe(() => {
          if (timer !== undefined && !mayWait()) settle()
        }),
      ]
      settle()
      return () => {
        clearTimeout(timer)
        for (const stop of stops) stop()
      }
    },
  }
}
