import { defineTool, defineStep, findStep } from '../define-tool.ts'
import { distance } from '../geometry.ts'
import { toLengthValue } from '../measured-value.ts'
import { minDrawMs } from '../rules.ts'
import { readLine } from './lines.ts'

/** Number of vertebrae that the line along the spine covers. */
const vertebraeInLine = 5

/** Sum of the heart's axes in vertebral lengths; undefined if the spine line has no length. */
export function computeHeartScore(lengths: {
  readonly vertebrae: number
  readonly longAxis: number
  readonly shortAxis: number
}): number | undefined {
  if (!(lengths.vertebrae > 0)) return undefined
  return (lengths.longAxis + lengths.shortAxis) / (lengths.vertebrae / vertebraeInLine)
}

export const vhsTool = defineTool({
  id: 'vhs',
  steps: [
    defineStep('vertebrae', 'line'),
    defineStep('heart', 'crossedLines', { hasSecondStroke: true }),
  ],
  isGuided: true,
  minDrawMs,
  measure: (drawing, { spacing }) => {
    const spine = readLine(findStep(drawing, 1))
    const { start, end, perpendicularStart, perpendicularEnd } = findStep(drawing, 2)?.handles ?? {}
    if (!spine || !start || !end || !perpendicularStart || !perpendicularEnd) return []
    const vertebrae = distance(spine.from, spine.to, spacing)
    const longAxis = distance(start, end, spacing)
    const shortAxis = distance(perpendicularStart, perpendicularEnd, spacing)
    const score = computeHeartScore({ vertebrae, longAxis, shortAxis })
    if (score === undefined) return []
    return [
      { name: 'vhs', value: score, unit: 'v', decimals: 3 },
      toLengthValue('longAxis', longAxis, spacing),
      toLengthValue('shortAxis', shortAxis, spacing),
      toLengthValue('fiveVertebrae', vertebrae, spacing),
    ]
  },
})

/** Distance from the carina to the caudal edge of the left atrium, in vertebral lengths. */
export const vlasTool = defineTool({
  id: 'vlas',
  steps: [defineStep('vertebrae', 'line'), defineStep('atrium', 'line')],
  isGuided: true,
  measure: (drawing, { spacing }) => {
    const spine = readLine(findStep(drawing, 1))
    const atrium = readLine(findStep(drawing, 2))
    if (!spine || !atrium) return []
    const vertebrae = distance(spine.from, spine.to, spacing)
    if (!(vertebrae > 0)) return []
    const length = distance(atrium.from, atrium.to, spacing)
    return [
      { name: 'vlas', value: length / (vertebrae / vertebraeInLine), unit: 'v', decimals: 2 },
      toLengthValue('atrium', length, spacing),
      toLengthValue('fiveVertebrae', vertebrae, spacing),
    ]
  },
})
