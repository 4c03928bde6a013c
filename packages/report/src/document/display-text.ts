import type { languages } from '@talus/contract'
import type { FieldAttributes, InlineNode, MeasurementAttributes } from './inline-schema.ts'

export type ReportLanguage = (typeof languages)[number]

const noBreakSpace = '\u00a0'
const noBreakHyphen = '\u2011'

/** A number as the language writes it. A minus is U+2212, so that no line ends behind it. */
export function formatReportNumber(value: number, decimals: number, language: ReportLanguage) {
  const digits = Math.abs(value).toFixed(decimals)
  const text = language === 'fr' ? digits.replace('.', ',') : digits
  return value < 0 && Number(digits) !== 0 ? `\u2212${text}` : text
}

const formatRange = (
  { range, decimals, value }: MeasurementAttributes,
  language: ReportLanguage,
) => {
  if (!range) return ''
  // A limit such as 0.35 keeps its digits, even if the value has fewer.
  const format = (limit: number) => {
    const own = (String(limit).split('.')[1] ?? '').length
    return formatReportNumber(limit, Math.max(Math.min(decimals, 1), Math.min(own, 4)), language)
  }
  const { low, high } = range
  if (low === null && high === null) return ''
  const text =
    low === null
      ? `≤${noBreakSpace}${format(high ?? value)}`
      : high === null
        ? `≥${noBreakSpace}${format(low)}`
        : `${format(low)}–${format(high)}`
  return `${language === 'fr' ? 'référence' : 'reference'}${noBreakSpace}${text}`
}

/** The text of a measurement: "VHS 10.8 v (right lateral, reference 8.7–10.7)". */
export function formatMeasurement(
  attributes: MeasurementAttributes,
  language: ReportLanguage,
): string {
  const { label, value, decimals, unit, view, method, detail } = attributes
  const number = formatReportNumber(value, decimals, language)
  const measured = unit === '°' ? `${number}°` : unit ? `${number}${noBreakSpace}${unit}` : number
  const start = label
    ? `${label.replaceAll(' ', noBreakSpace).replaceAll('-', noBreakHyphen)}${noBreakSpace}${measured}`
    : measured
  if (detail === 'value') return start
  const details = [view, method, formatRange(attributes, language)].filter(Boolean).join(', ')
  return details ? `${start} (${details})` : start
}

/** A field in the bracket notation of its template, as it is shown while it is not filled. */
export function formatFieldNotation({ kind, options, unit, hint }: FieldAttributes): string {
  switch (kind) {
    case 'choice':
      return `[${options.join(' | ')}]`
    case 'number':
      return unit ? `[#${noBreakSpace}${unit}]` : '[#]'
    case 'date':
      return '[<date>]'
    case 'text':
      return hint ? `[${hint}]` : '[…]'
  }
}

export const isFieldFilled = ({ value }: FieldAttributes): boolean => value !== null && value !== ''

/** The text that editor and PDF show for an inline node. */
export function getDisplayText(node: InlineNode, language: ReportLanguage): string {
  switch (node.type) {
    case 'text':
      return node.text
    case 'measurement':
      return formatMeasurement(node.attrs, language)
    case 'field':
      return isFieldFilled(node.attrs) ? (node.attrs.value ?? '') : formatFieldNotation(node.attrs)
  }
}
