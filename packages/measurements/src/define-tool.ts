import type { Drawing, DrawingStep } from '@talus/contract'
import { withRegion } from './regions.ts'
import { drawShape, getShapeMarks, moveShapeHandle } from './shapes.ts'
import type { StepDefinition, StepShape, ToolDefinition } from './tool-types.ts'

type Needed = 'id' | 'steps' | 'measure'

/**
 * Creates a tool from its steps and its `measure` function; the rest has defaults. Every function
 * gets the spacing of the ultrasound region in which the drawing lies.
 */
export function defineTool(
  tool: Pick<ToolDefinition, Needed> & Partial<Omit<ToolDefinition, Needed>>,
): ToolDefinition {
  const shapeOf = (stepNumber: number) => tool.steps[stepNumber - 1]?.shape
  const defined: ToolDefinition = {
    needsSpacing: false,
    isGuided: false,
    minDrawMs: 0,
    draw: (_drawing, stepNumber, stroke, context) => {
      const shape = shapeOf(stepNumber)
      return shape && drawShape(shape, stepNumber, stroke, context)
    },
    moveHandle: (_drawing, step, handle, to, context) => {
      const shape = shapeOf(step.step)
      return shape && moveShapeHandle(shape, step, handle, to, context)
    },
    updateDerivedSteps: (drawing) => drawing,
    getMarks: ({ steps }, { spacing }) =>
      steps.flatMap((step) => {
        const shape = shapeOf(step.step)
        return shape ? getShapeMarks(shape, step, spacing) : []
      }),
    ...tool,
  }
  return {
    ...defined,
    draw: (drawing, stepNumber, stroke, context) =>
      defined.draw(
        drawing,
        stepNumber,
        stroke,
        withRegion(context, drawing, [stroke.from, stroke.to]),
      ),
    moveHandle: (drawing, step, handle, to, context) =>
      defined.moveHandle(drawing, step, handle, to, withRegion(context, drawing)),
    updateDerivedSteps: (drawing, context) =>
      defined.updateDerivedSteps(drawing, withRegion(context, drawing)),
    measure: (drawing, context) => defined.measure(drawing, withRegion(context, drawing)),
    getMarks: (drawing, context) => defined.getMarks(drawing, withRegion(context, drawing)),
  }
}

export const defineStep = (
  name: string,
  shape: StepShape,
  {
    needs = [],
    lockedBy = [],
    isDerived = false,
    hasSecondStroke = false,
    isCrossedAtEnd = false,
  }: Partial<Omit<StepDefinition, 'name' | 'shape'>> = {},
): StepDefinition => ({ name, shape, needs, lockedBy, isDerived, hasSecondStroke, isCrossedAtEnd })

export const findStep = (
  drawing: Drawing | undefined,
  stepNumber: number,
): DrawingStep | undefined => drawing?.steps.find(({ step }) => step === stepNumber)

/** Replaces the step that has the same number. */
export const replaceStep = (drawing: Drawing, step: DrawingStep): Drawing => ({
  ...drawing,
  steps: drawing.steps.map((one) => (one.step === step.step ? step : one)),
})
