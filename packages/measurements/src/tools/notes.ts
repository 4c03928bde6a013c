import { defineTool, defineStep } from '../define-tool.ts'

const nothing = () => []

/** Drawn from its text to its target: the head is at the end. */
export const arrowTool = defineTool({
  id: 'arrow',
  steps: [defineStep('arrow', 'arrow')],
  measure: nothing,
})

/** Only its text is shown, so it has no marks. */
export const commentTool = defineTool({
  id: 'comment',
  steps: [defineStep('place', 'point')],
  measure: nothing,
  getMarks: nothing,
})

export const markerTool = defineTool({
  id: 'marker',
  steps: [defineStep('place', 'point')],
  measure: nothing,
  getMarks: nothing,
})
