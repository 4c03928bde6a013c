import { listAfter, listIndent, listLabelGap, textStyles } from '@talus/report/layout'
import type { TextStyleName } from '@talus/report/layout'

const px = (value: number) => `${String(value)}px`

/** The measures of the layout engine as variables of the style sheet, so that they exist once. */
export const textMeasures: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(textStyles).flatMap(([name, { size, lineHeight, before, after }]) => [
    [`--${name}-size`, px(size)],
    [`--${name}-line`, px(lineHeight)],
    [`--${name}-before`, px(before)],
    [`--${name}-after`, px(after)],
  ]),
  ['--list-indent', px(listIndent)],
  ['--list-label-end', px(listIndent - listLabelGap)],
  ['--list-after', px(listAfter)],
])

export const isBoldStyle = (style: TextStyleName): boolean =>
  style === 'title' || style === 'heading2' || style === 'heading3'
