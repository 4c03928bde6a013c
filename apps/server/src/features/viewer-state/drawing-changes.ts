import { isDeepStrictEqual } from 'node:util'
import { advancedDrawingTools } from '@talus/contract'
import type { Drawing, DrawingTool, ViewerState } from '@talus/contract'

type ToolState = ViewerState['toolState']

export const isAdvancedTool = (tool: DrawingTool): boolean =>
  advancedDrawingTools.some((advanced) => advanced === tool)

/**
 * The measured part of a drawing. Lengths follow the calibration of the image, which every user may
 * change; the position of the label and remarks measure nothing.
 */
const toMeasurement = ({ tool, frame, steps }: Drawing) => ({
  tool,
  frame,
  steps: steps.map(({ step, handles: { textBox: _label, ...handles }, points }) => ({
    step,
    handles,
    points,
  })),
})

/** The part of a drawing that its author answers for: the measurement and the text. */
export const toContent = (drawing: Drawing) => ({ ...toMeasurement(drawing), text: drawing.text })

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
    const isSame = old && isDeepStrictEqual(toContent(old), toContent(drawing))
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
  return !before || !after || !isDeepStrictEqual(toMeasurement(before), toMeasurement(after))
}
