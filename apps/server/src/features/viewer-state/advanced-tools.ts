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

const listAdvanced = (toolState: ToolState) =>
  Object.entries(toolState).flatMap(([imageId, { drawings }]) =>
    drawings
      .filter(({ tool }) => isAdvancedTool(tool))
      .map((drawing) => ({ key: `${imageId} ${drawing.id}`, value: toMeasurement(drawing) })),
  )

/**
 * Whether a measurement of an advanced tool was added or changed. A user without these tools still
 * saves the measurements of others with their own, and without those of removed images.
 */
export function hasAdvancedChanges(before: ToolState, after: ToolState): boolean {
  const known = new Map(listAdvanced(before).map(({ key, value }) => [key, value]))
  return listAdvanced(after).some(({ key, value }) => !isDeepStrictEqual(known.get(key), value))
}
