import { isDeepStrictEqual } from 'node:util'
import { advancedDrawingTools } from '@talus/contract'
import type { Drawing, DrawingTool, ViewerState } from '@talus/contract'

type ToolState = ViewerState['toolState']

export const isAdvanced = (tool: DrawingTool): boolean =>
  advancedDrawingTools.some((advanced) => advanced === tool)

/**
 * What was measured. Lengths follow the calibration of the image, which is everybody's; where the
 * label stands and what was remarked measure nothing.
 */
const measured = ({ tool, frame, steps }: Drawing) => ({
  tool,
  frame,
  steps: steps.map(({ step, handles: { textBox: _label, ...handles }, points }) => ({
    step,
    handles,
    points,
  })),
})

const advancedOf = (toolState: ToolState) =>
  Object.entries(toolState).flatMap(([imageId, { drawings }]) =>
    drawings
      .filter(({ tool }) => isAdvanced(tool))
      .map((drawing) => ({ key: `${imageId} ${drawing.id}`, value: measured(drawing) })),
  )

/**
 * Whether something was measured with the advanced tools between the two. Who may not do that still
 * saves what others have measured along with his own, and without the images that are gone.
 */
export function isAdvancedWork(before: ToolState, after: ToolState): boolean {
  const known = new Map(advancedOf(before).map(({ key, value }) => [key, value]))
  return advancedOf(after).some(({ key, value }) => !isDeepStrictEqual(known.get(key), value))
}
