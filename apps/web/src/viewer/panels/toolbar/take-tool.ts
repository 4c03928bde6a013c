import type { PointerTool } from '../../model.ts'
import type { ViewerScene } from '../../store/viewer-store.ts'
import { isDrawingTool } from './tool-name.ts'

/** Takes a tool, by button or by key. Whoever draws wants to see what he draws. */
export const withTool =
  (tool: PointerTool) =>
  (now: ViewerScene): ViewerScene => ({
    ...now,
    tool,
    pending: tool === now.tool ? now.pending : undefined,
    areDrawingsVisible: now.areDrawingsVisible || isDrawingTool(tool),
  })
