import type { PointerTool } from '../../model.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { isDrawingTool } from './tool-name.ts'

/** Takes a tool, by its button or by its key. Whoever draws wants to see what he draws. */
export const takeTool = (store: ViewerStore, next: PointerTool) =>
  store.set((now) => ({
    ...now,
    tool: next,
    pending: next === now.tool ? now.pending : undefined,
    areDrawingsVisible: now.areDrawingsVisible || isDrawingTool(next),
  }))
