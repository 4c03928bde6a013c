import { defineTool, step } from '../define-tool.ts'

const nothing = () => []

/** From where it is written to what it shows: its head stands at the end. */
export const arrowTool = defineTool({
  id: 'arrow',
  steps: [step('arrow', 'arrow')],
  measure: nothing,
})

/** Its words are all there is to see. */
export const commentTool = defineTool({
  id: 'comment',
  steps: [step('place', 'point')],
  measure: nothing,
  marks: nothing,
})

export const markerTool = defineTool({
  id: 'marker',
  steps: [step('place', 'point')],
  measure: nothing,
  marks: nothing,
})
