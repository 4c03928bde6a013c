/** Sizes in px of 1/96 inch. Line heights are whole, because some browsers round them down. */
export interface TextStyle {
  readonly size: number
  readonly lineHeight: number
  /** The space above, unless the block is the first of its column. */
  readonly before: number
  readonly after: number
}

export const textStyles = {
  title: { size: 22, lineHeight: 28, before: 0, after: 14 },
  heading2: { size: 16, lineHeight: 22, before: 12, after: 4 },
  heading3: { size: 13.5, lineHeight: 20, before: 8, after: 2 },
  paragraph: { size: 13.5, lineHeight: 20, before: 0, after: 8 },
  item: { size: 13.5, lineHeight: 20, before: 0, after: 2 },
  caption: { size: 11, lineHeight: 15, before: 6, after: 0 },
} as const satisfies Readonly<Record<string, TextStyle>>
export type TextStyleName = keyof typeof textStyles

/** The text of a list item begins here; its bullet or number ends before. */
export const listIndent = 24
/** The space between the number of an item and its text. */
export const listLabelGap = 8
/** The space below the last item of a list, besides that of the item. */
export const listAfter = 6

/** The distance from the top of a line to its baseline: browsers centre the box from ascender to descender, too. */
export const toBaseline = ({ size, lineHeight }: Pick<TextStyle, 'size' | 'lineHeight'>): number =>
  lineHeight / 2 + (size * (1984 - 494)) / 2048 / 2
