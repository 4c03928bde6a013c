import { listAfter, listIndent, listLabelGap, textStyles } from '@talus/report/layout'

const px = (value: number) => `${String(value)}px`

/** The measures of the layout engine as variables of the style sheet, so that they exist once. */
const measures: readonly (readonly [name: string, value: string])[] = [
  ...Object.entries(textStyles).flatMap(
    ([name, { size, lineHeight, before, after }]): (readonly [string, string])[] => [
      [`--${name}-size`, px(size)],
      [`--${name}-line`, px(lineHeight)],
      [`--${name}-before`, px(before)],
      [`--${name}-after`, px(after)],
    ],
  ),
  ['--list-indent', px(listIndent)],
  ['--list-label-end', px(listIndent - listLabelGap)],
  ['--list-after', px(listAfter)],
]
export const textMeasures: Readonly<Record<string, string>> = Object.fromEntries(measures)
