import { isDeepStrictEqual } from 'node:util'
import { advancedDrawingTools, toDrawingContent, toMeasuredContent } from '@talus/contract'
import type { Drawing, DrawingTool, ViewerState } from '@talus/contract'

type ToolState = ViewerState['toolState']

export const isAdvancedTool = (tool: DrawingTool): boolean =>
  advancedDrawingTools.some((advanced) => advanced === tool)

/** A drawing that was added (no `before`), removed (no `after`) or changed. */
export interface DrawingChange {
  readonly imageId: string
  readonly id: string
  readonly before: Drawing | undefined
  readonly after: Drawing | undefined
}

const listDrawings = (state: ToolState) =>
  Object.entries(state).flatMap(([imageId, { drawings }]) =>
    drawings.map((drawing) => ({ imageId, drawing })),
  )

const findDrawing = (state: ToolState, imageId: string, id: string) =>
  state[imageId]?.drawings.find((one) => one.id === id)

/** The drawings whose content differs; those of images that left the study are no changes. */
export function compareDrawings(
  before: ToolState,
  after: ToolState,
  isInStudy: (imageId: string) => boolean,
): readonly DrawingChange[] {
  const kept = listDrawings(after).flatMap(({ imageId, drawing }): DrawingChange[] => {
    const old = findDrawing(before, imageId, drawing.id)
    const isSame = old && isDeepStrictEqual(toDrawingContent(old), toDrawingContent(drawing))
    return isSame ? [] : [{ imageId, id: drawing.id, before: old, after: drawing }]
  })
  const removed = listDrawings(before)
    .filter(
      ({ imageId, drawing }) => isInStudy(imageId) && !findDrawing(after, imageId, drawing.id),
    )
    .map(({ imageId, drawing }) => ({
      imageId,
      id: drawing.id,
      before: drawing,
      after: undefined,
    }))
  return [...kept, ...removed]
}

/** Whether the measurement of an advanced tool was added, changed or removed. */
export function isAdvancedChange({ before, after }: DrawingChange): boolean {
  if (![before, after].some((one) => one && isAdvancedTool(one.tool))) return false
  return (
    !before || !after || !isDeepStrictEqual(toMeasuredContent(before), toMeasuredContent(after))
  )
}
