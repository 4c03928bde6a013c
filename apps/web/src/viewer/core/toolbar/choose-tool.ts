import { isDrawingTool } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { PointerTool } from '../model.ts'
import type { ViewerScene, ViewerStore } from '../store/viewer-store.ts'

/** Chooses a tool by button or by key; a drawing tool also makes the drawings visible. */
export const withTool =
  (tool: PointerTool) =>
  (now: ViewerScene): ViewerScene => ({
    ...now,
    tool,
    draft: tool === now.tool ? now.draft : undefined,
    areDrawingsVisible: now.areDrawingsVisible || isDrawingTool(tool),
  })

/** Whether the tool measures millimetres, which the image does not have. */
export const lacksSpacing = (tool: PointerTool, hasSpacing: boolean): boolean =>
  !hasSpacing && isDrawingTool(tool) && getTool(tool).needsSpacing

interface ToolChoice {
  /** Whether lengths of the active image are in millimetres. */
  readonly hasSpacing: boolean
  /** Reports why the tool cannot be used on this image. */
  readonly onRefused: () => void
}

/** Chooses a tool by key; one that is disabled in its menu stays unchosen. */
export function chooseToolByKey(
  store: ViewerStore,
  tool: PointerTool,
  { hasSpacing, onRefused }: ToolChoice,
): void {
  if (lacksSpacing(tool, hasSpacing)) onRefused()
  else store.set(withTool(tool))
}
