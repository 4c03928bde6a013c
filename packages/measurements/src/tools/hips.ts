import type { Drawing } from '@talus/contract'
import { readCircle } from '../circle.ts'
import { defineTool, defineStep, findStep } from '../define-tool.ts'
import { directedAngle, distance, minus, toPlane } from '../geometry.ts'
import { toAngleValue } from '../measured-value.ts'
import { getShapeMarks } from '../shapes.ts'
import type { Mark, MeasuredValue, MeasuredValueName, Spacing } from '../tool-types.ts'

/** Steps of the Norberg angle: the two femoral heads, then the rims of the acetabula. */
const norberg = { rightHead: 1, leftHead: 2, rightRim: 3, leftRim: 4 } as const

/** Angle at the centre of a femoral head, from the other head to the rim of its own acetabulum. */
function norbergAngle(
  drawing: Drawing,
  [head, otherHead, rim]: readonly [number, number, number],
  spacing: Spacing,
): number | undefined {
  const centre = findStep(drawing, head)?.handles.start
  const other = findStep(drawing, otherHead)?.handles.start
  const edge = findStep(drawing, rim)?.handles.start
  if (!centre || !other || !edge) return undefined
  return directedAngle(
    toPlane(minus(other, centre), spacing),
    toPlane(minus(edge, centre), spacing),
  )
}

export const norbergTool = defineTool({
  id: 'norberg',
  steps: [
    defineStep('rightHead', 'circle'),
    defineStep('leftHead', 'circle'),
    defineStep('rightRim', 'point', { needs: [norberg.rightHead, norberg.leftHead] }),
    defineStep('leftRim', 'point', { needs: [norberg.rightHead, norberg.leftHead] }),
  ],
  isGuided: true,
  measure: (drawing, { spacing }) => {
    const { rightHead, leftHead, rightRim, leftRim } = norberg
    const right = norbergAngle(drawing, [rightHead, leftHead, rightRim], spacing)
    const left = norbergAngle(drawing, [leftHead, rightHead, leftRim], spacing)
    return [
      ...(right === undefined ? [] : [toAngleValue('norbergRight', right)]),
      ...(left === undefined ? [] : [toAngleValue('norbergLeft', left)]),
    ]
  },
  getMarks: (drawing, { spacing }) => {
    const centre = (head: number) => findStep(drawing, head)?.handles.start
    const [right, left] = [centre(norberg.rightHead), centre(norberg.leftHead)]
    const arm = (from: typeof right, to: typeof right): readonly Mark[] =>
      from && to ? [{ kind: 'line', from, to }] : []
    return [
      ...drawing.steps.flatMap((one) =>
        getShapeMarks(one.step <= norberg.leftHead ? 'circle' : 'point', one, spacing),
      ),
      ...arm(right, left),
      ...arm(right, centre(norberg.rightRim)),
      ...arm(left, centre(norberg.leftRim)),
    ]
  },
})

/** Distance between the centres of acetabulum and femoral head, in radii of the head. */
function distractionIndex(
  drawing: Drawing,
  [socket, head]: readonly [number, number],
  spacing: Spacing,
): number | undefined {
  const acetabulum = readCircle(findStep(drawing, socket), spacing)
  const femur = readCircle(findStep(drawing, head), spacing)
  if (!acetabulum || !femur || !(femur.radius > 0)) return undefined
  return distance(acetabulum.centre, femur.centre, spacing) / femur.radius
}

const toIndexValue = (
  name: MeasuredValueName,
  value: number | undefined,
): readonly MeasuredValue[] =>
  value === undefined ? [] : [{ name, value, unit: 'none', decimals: 2 }]

/** Each side is measured on its own: the user may stop after the first. */
export const distractionTool = defineTool({
  id: 'distraction',
  steps: [
    defineStep('rightSocket', 'circle'),
    defineStep('rightHead', 'circle'),
    defineStep('leftSocket', 'circle'),
    defineStep('leftHead', 'circle'),
  ],
  isGuided: true,
  measure: (drawing, { spacing }) => [
    ...toIndexValue('distractionRight', distractionIndex(drawing, [1, 2], spacing)),
    ...toIndexValue('distractionLeft', distractionIndex(drawing, [3, 4], spacing)),
  ],
})
