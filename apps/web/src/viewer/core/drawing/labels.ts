import type { DrawingTool } from '@talus/contract'
import type { MeasuredValue } from '@talus/measurements'
import i18next from 'i18next'

/** Formats as `23.4 mm` or `23,4 mm` with a fixed number of decimals. */
export function formatValue({ value, unit, decimals }: Omit<MeasuredValue, 'name'>): string {
  const number = new Intl.NumberFormat(i18next.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // Avoids `-0` for negative values that round to zero.
    signDisplay: 'negative',
  }).format(value)
  return i18next.t(`measure:unit.${unit}`, { value: number })
}

/** Name of a measured value, such as `Length`. */
export const getValueLabel = ({ name }: MeasuredValue): string =>
  i18next.t(`measure:measured.${name}`)

/** Short form for labels on the image, such as `L 23.4 mm`. */
export function formatShortValue(measured: MeasuredValue): string {
  const { name } = measured
  // An angle is shown between its lines and needs no name.
  if (name === 'angle' || name === 'supplement' || name === 'cobbAngle')
    return formatValue(measured)
  return `${i18next.t(`measure:short.${name}`)} ${formatValue(measured)}`
}

export const getToolLabel = (tool: DrawingTool): string => i18next.t(`measure:tool.${tool}.name`)

/** Abbreviation such as `TPLO`, taken from the brackets at the end of the long name. */
export const getShortToolLabel = (tool: DrawingTool): string =>
  /\(([^()]+)\)$/.exec(getToolLabel(tool))?.[1] ?? getToolLabel(tool)

/** Instruction of a step. Its key has two variable parts, which the types of `t` cannot check. */
export function getStepInstruction(tool: DrawingTool, step: string): string {
  const steps: Readonly<Record<string, string>> = i18next.t(`measure:tool.${tool}.step`, {
    returnObjects: true,
  })
  return steps[step] ?? ''
}
