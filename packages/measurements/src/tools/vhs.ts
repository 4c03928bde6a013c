import { defineTool, step, stepOf } from '../define-tool.ts'
import { distance } from '../geometry.ts'
import { lengthMeasured } from '../measured.ts'
import { minDrawMs } from '../rules.ts'
import { lineOf } from './lines.ts'

/** Vertebrae in the line along the spine. */
const vertebraeInLine = 5

/** The axes of the heart in lengths of one of five vertebrae; undefined for a line of no length. */
export function vertebralHeartScore(lengths: {
  readonly vertebrae: number
  readonly longAxis: number
  readonly shortAxis: number
}): number | undefined {
  if (!(lengths.vertebrae > 0)) return undefined
  return (lengths.longAxis + lengths.shortAxis) / (lengths.vertebrae / vertebraeInLine)
}

export const vhsTool = defineTool({
  id: 'vhs',
  steps: [step('vertebrae', 'line'), step('heart', 'crossedLines')],
  isGuided: true,
  minDrawMs,
  measure: (drawing, { spacing }) => {
    const spine = lineOf(stepOf(drawing, 1))
    const { start, end, perpendicularStart, perpendicularEnd } = stepOf(drawing, 2)?.handles ?? {}
    if (!spine || !start || !end || !perpendicularStart || !perpendicularEnd) return []
    const vertebrae = distance(spine.from, spine.to, spacing)
    const longAxis = distance(start, end, spacing)
    const shortAxis = distance(perpendicularStart, perpendicularEnd, spacing)
    const score = vertebralHeartScore({ vertebrae, longAxis, shortAxis })
    if (score === undefined) return []
    return [
      { name: 'vhs', value: score, unit: 'v', decimals: 3 },
      lengthMeasured('longAxis', longAxis, spacing),
      lengthMeasured('shortAxis', shortAxis, spacing),
      lengthMeasured('fiveVertebrae', vertebrae, spacing),
    ]
  },
})

/** From the carina to the caudal edge of the left atrium, in lengths of one of five vertebrae. */
export const vlasTool = defineTool({
  id: 'vlas',
  steps: [step('vertebrae', 'line'), step('atrium', 'line')],
  isGuided: true,
  measure: (drawing, { spacing }) => {
    const spine = lineOf(stepOf(drawing, 1))
    const atrium = lineOf(stepOf(drawing, 2))
    if (!spine || !atrium) return []
    const vertebrae = distance(spine.from, spine.to, spacing)
    if (!(vertebrae > 0)) return []
    const length = distance(atrium.from, atrium.to, spacing)
    return [
      { name: 'vlas', value: length / (vertebrae / vertebraeInLine), unit: 'v', decimals: 2 },
      lengthMeasured('atrium', length, spacing),
      lengthMeasured('fiveVertebrae', vertebrae, spacing),
    ]
  },
})
