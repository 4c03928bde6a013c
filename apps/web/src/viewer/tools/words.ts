import type { DrawingTool } from '@talus/contract'
import type { Measured } from '@talus/measurements'
import i18next from 'i18next'

/** `23.4 mm`, `23,4 mm`: as many decimals as the tool says, zeros too. */
export function valueWords({ value, unit, decimals }: Omit<Measured, 'name'>): string {
  const number = new Intl.NumberFormat(i18next.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // A value that rounds to zero from below is zero.
    signDisplay: 'negative',
  }).format(value)
  return i18next.t(`measure:unit.${unit}`, { value: number })
}

/** `Length` */
export const measuredWords = ({ name }: Measured): string => i18next.t(`measure:measured.${name}`)

/** For beside a drawing, where there is little room: `L 23.4 mm`. */
export function shortWords(measured: Measured): string {
  const { name } = measured
  // An angle stands between its lines: it needs no name.
  if (name === 'angle' || name === 'supplement' || name === 'cobbAngle') return valueWords(measured)
  return `${i18next.t(`measure:short.${name}`)} ${valueWords(measured)}`
}

export const toolWords = (tool: DrawingTool): string => i18next.t(`measure:tool.${tool}.name`)

/** `TPLO`: what stands in brackets at the end of a long name is what everybody says. */
export const shortToolWords = (tool: DrawingTool): string =>
  /\(([^()]+)\)$/.exec(toolWords(tool))?.[1] ?? toolWords(tool)

/** What to do in a step. Its key is made of two names: only the words of all tools know both. */
export function stepWords(tool: DrawingTool, step: string): string {
  const steps: Readonly<Record<string, string>> = i18next.t(`measure:tool.${tool}.step`, {
    returnObjects: true,
  })
  return steps[step] ?? ''
}
