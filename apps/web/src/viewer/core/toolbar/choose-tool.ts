import { isDrawingTool } from '@talus/contract'
import type { PointerTool } from '../model.ts'
import type { ViewerScene } from '../store/viewer-store.ts'

/** Chooses a tool by button or by key; a drawing tool also makes the drawings visible. */
export const withTool =
  (tool: PointerTool) =>
  (now: ViewerScene): ViewerScene => ({
    ...now,
    tool,
    pending: tool === now.tool ? now.pending : undefined,
    draft: tool === now.tool ? now.draft : undefined,
    areDrawingsVisible: now.areDrawingsVisible || isDrawingTool(tool),
  })
