import { getDisplayText } from './display-text.ts'
import type { ReportLanguage } from './display-text.ts'
import type { InlineNode } from './inline-schema.ts'
import type {
  Block,
  Body,
  Heading,
  OrderedList,
  Paragraph,
  ReportDocument,
} from './report-schema.ts'

/** A paragraph or a heading: a block whose content is text. */
export type TextBlock = Paragraph | Heading

export const toInlineText = (
  content: readonly InlineNode[] | undefined,
  language: ReportLanguage,
): string => (content ?? []).map((node) => getDisplayText(node, language)).join('')

/** The text blocks of a body in reading order; an item of a list is its paragraph. */
export function* iterateTextBlocks(body: Body): Generator<TextBlock> {
  for (const block of body.content) {
    if (block.type === 'paragraph' || block.type === 'heading') yield block
    else for (const item of block.content) yield item.content[0]
  }
}

/** Counts code points in the language with the longer texts, so that the limit is one number. */
export function countPageCharacters(body: Body): number {
  let count = 0
  for (const { content } of iterateTextBlocks(body))
    count += Array.from(toInlineText(content, 'fr')).length
  return count
}

/** The number of an item, e.g. "3.". */
export const getItemLabel = (list: OrderedList, index: number): string =>
  `${String((list.attrs?.order ?? 1) + index)}.`

function toBlockLines(block: Block, language: ReportLanguage): string[] {
  if (block.type === 'paragraph' || block.type === 'heading') {
    return [toInlineText(block.content, language)]
  }
  return block.content.map(({ content: [paragraph] }, index) => {
    const label = block.type === 'bullet_list' ? '-' : getItemLabel(block, index)
    return `${label} ${toInlineText(paragraph.content, language)}`
  })
}

/** One line of text for each paragraph, heading and item. */
export const toPlainText = (body: Body, language: ReportLanguage): string =>
  body.content.flatMap((block) => toBlockLines(block, language)).join('\n')

/** Whether nothing was written: no page has a title, an image or text. */
export const isReportEmpty = ({ pages, language }: ReportDocument): boolean =>
  pages.every(
    ({ title, images, body }) =>
      images.length === 0 && title.trim() === '' && toPlainText(body, language).trim() === '',
  )
