import type { Drawing, DrawingStep } from '@talus/contract'
import { drawShape, marksOfShape, placeInShape } from './shapes.ts'
import type { StepDefinition, StepShape, ToolDefinition } from './tool.ts'

type Needed = 'id' | 'steps' | 'measure'

/** A tool is its steps and what they measure; the rest it has in common with the others. */
export function defineTool(
  tool: Pick<ToolDefinition, Needed> & Partial<Omit<ToolDefinition, Needed>>,
): ToolDefinition {
  const shapeOf = (stepNumber: number) => tool.steps[stepNumber - 1]?.shape
  return {
    needsSpacing: false,
    isGuided: false,
    minDrawMs: 0,
    draw: (_drawing, stepNumber, way, context) => {
      const shape = shapeOf(stepNumber)
      return shape && drawShape(shape, stepNumber, way, context)
    },
    place: (_drawing, step, handle, to, context) => {
      const shape = shapeOf(step.step)
      return shape && placeInShape(shape, step, handle, to, context)
    },
    settle: (drawing) => drawing,
    marks: ({ steps }, { spacing }) =>
      steps.flatMap((step) => {
        const shape = shapeOf(step.step)
        return shape ? marksOfShape(shape, step, spacing) : []
      }),
    ...tool,
  }
}

export const step = (
  name: string,
  shape: StepShape,
  {
    needs = [],
    lockedBy = [],
    isDerived = false,
  }: Partial<Omit<StepDefinition, 'name' | 'shape'>> = {},
): StepDefinition => ({ name, shape, needs, lockedBy, isDerived })

export const stepOf = (drawing: Drawing | undefined, stepNumber: number): DrawingStep | undefined =>
  drawing?.steps.find(({ step }) => step === stepNumber)

/** With a step in the place of the one of its number. */
export const withStep = (drawing: Drawing, step: DrawingStep): Drawing => ({
  ...drawing,
  steps: drawing.steps.map((one) => (one.step === step.step ? step : one)),
})
