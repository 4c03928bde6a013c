import { defineTool, defineStep, findStep } from '../define-tool.ts'

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

/** The modality value of one pixel. */
export const probeTool = defineTool({
  id: 'probe',
  steps: [defineStep('place', 'point')],
  measure: (drawing, { columns, rows, valueAt, valueUnit }) => {
    const { x = -1, y = -1 } = findStep(drawing, 1)?.handles.start ?? {}
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= columns || row >= rows) return []
    const value = valueAt?.(column, row)
    // Padding has no value.
    if (value === undefined || Number.isNaN(value)) return []
    const decimals = Number.isInteger(value) ? 0 : 1
    return [{ name: 'pixelValue', value, unit: valueUnit ?? 'value', decimals }]
  },
})

export const markerTool = defineTool({
  id: 'marker',
  steps: [defineStep('place', 'point')],
  measure: nothing,
  getMarks: nothing,
})
