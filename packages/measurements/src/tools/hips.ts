import type { Drawing } from '@talus/contract'
import { circleOf } from '../circle.ts'
import { defineTool, step, stepOf } from '../define-tool.ts'
import { directedAngle, distance, minus, toPlane } from '../geometry.ts'
import { angleMeasured } from '../measured.ts'
import { marksOfShape } from '../shapes.ts'
import type { Mark, Measured, MeasuredName, Spacing } from '../tool.ts'

/** Steps of the Norberg angle: the two heads of the femur, then the rims of their sockets. */
const norberg = { rightHead: 1, leftHead: 2, rightRim: 3, leftRim: 4 } as const

/** Between the other head and the rim of its own socket, seen from the centre of a head. */
function norbergAngle(
  drawing: Drawing,
  [head, otherHead, rim]: readonly [number, number, number],
  spacing: Spacing,
): number | undefined {
  const centre = stepOf(drawing, head)?.handles.start
  const other = stepOf(drawing, otherHead)?.handles.start
  const edge = stepOf(drawing, rim)?.handles.start
  if (!centre || !other || !edge) return undefined
  return directedAngle(
    toPlane(minus(other, centre), spacing),
    toPlane(minus(edge, centre), spacing),
  )
}

export const norbergTool = defineTool({
  id: 'norberg',
  steps: [
    step('rightHead', 'circle'),
    step('leftHead', 'circle'),
    step('rightRim', 'point', { needs: [norberg.rightHead, norberg.leftHead] }),
    step('leftRim', 'point', { needs: [norberg.rightHead, norberg.leftHead] }),
  ],
  isGuided: true,
  measure: (drawing, { spacing }) => {
    const { rightHead, leftHead, rightRim, leftRim } = norberg
    const right = norbergAngle(drawing, [rightHead, leftHead, rightRim], spacing)
    const left = norbergAngle(drawing, [leftHead, rightHead, leftRim], spacing)
    return [
      ...(right === undefined ? [] : [angleMeasured('norbergRight', right)]),
      ...(left === undefined ? [] : [angleMeasured('norbergLeft', left)]),
    ]
  },
  marks: (drawing, { spacing }) => {
    const centre = (head: number) => stepOf(drawing, head)?.handles.start
    const [right, left] = [centre(norberg.rightHead), centre(norberg.leftHead)]
    const arm = (from: typeof right, to: typeof right): readonly Mark[] =>
      from && to ? [{ kind: 'line', from, to }] : []
    return [
      ...drawing.steps.flatMap((one) =>
        marksOfShape(one.step <= norberg.leftHead ? 'circle' : 'point', one, spacing),
      ),
      ...arm(right, left),
      ...arm(right, centre(norberg.rightRim)),
      ...arm(left, centre(norberg.leftRim)),
    ]
  },
})

/** From the centre of the socket to that of the head, in radii of the head. */
function distractionIndex(
  drawing: Drawing,
  [socket, head]: readonly [number, number],
  spacing: Spacing,
): number | undefined {
  const acetabulum = circleOf(stepOf(drawing, socket), spacing)
  const femur = circleOf(stepOf(drawing, head), spacing)
  if (!acetabulum || !femur || !(femur.radius > 0)) return undefined
  return distance(acetabulum.centre, femur.centre, spacing) / femur.radius
}

const index = (name: MeasuredName, value: number | undefined): readonly Measured[] =>
  value === undefined ? [] : [{ name, value, unit: 'none', decimals: 2 }]

/** Each side is measured by itself: a person may stop after the first. */
export const distractionTool = defineTool({
  id: 'distraction',
  steps: [
    step('rightSocket', 'circle'),
    step('rightHead', 'circle'),
    step('leftSocket', 'circle'),
    step('leftHead', 'circle'),
  ],
  isGuided: true,
  measure: (drawing, { spacing }) => [
    ...index('distractionRight', distractionIndex(drawing, [1, 2], spacing)),
    ...index('distractionLeft', distractionIndex(drawing, [3, 4], spacing)),
  ],
})
