import type { Drawing, DrawingTool } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { MeasuredValue } from '@talus/measurements'
import i18next from 'i18next'
import { formatNumber } from '../format-number.ts'
import { wrapText } from './wrap-text.ts'

/** Formats as `23.4 mm` or `23,4 mm` with a fixed number of decimals. */
export function formatValue({ value, unit, decimals }: Omit<MeasuredValue, 'name'>): string {
  const number = formatNumber(i18next.language, value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // Avoids `-0` for negative values that round to zero.
    signDisplay: 'negative',
  })
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

/**
 * Label of a drawing: its text or results; only the first of guided ones, the guide has the rest.
 */
export function getLabelLines(
  drawing: Drawing,
  measured: readonly MeasuredValue[],
): readonly string[] {
  if (drawing.tool === 'comment' || drawing.tool === 'marker') return wrapText(drawing.text ?? '')
  const valid = measured.filter(({ value }) => Number.isFinite(value))
  const remark = drawing.text ? wrapText(drawing.text) : []
  const [first] = valid
  if (!first) return remark
  if (valid.length === 1) {
    const isNamed = getTool(drawing.tool).isGuided
    return [isNamed ? formatShortValue(first) : formatValue(first), ...remark]
  }
  const isPaired = drawing.tool === 'norberg' || drawing.tool === 'distraction'
  const shown = getTool(drawing.tool).isGuided && !isPaired ? [first] : valid
  return [...shown.map(formatShortValue), ...remark]
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
