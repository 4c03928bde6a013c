import { cleanText, normalizeBody } from '../document/index.ts'
import type { Block, Body, InlineNode, Paragraph } from '../document/index.ts'
import type { CaseSection } from './case-report.ts'

function toParagraph(text: string, isBold: boolean): Paragraph {
  const cleaned = cleanText(text).trim()
  if (cleaned === '') return { type: 'paragraph' }
  const node: InlineNode = { type: 'text', text: cleaned }
  return { type: 'paragraph', content: [isBold ? { ...node, marks: [{ type: 'strong' }] } : node] }
}

function toBlocks({ heading, text, items, isEmphasized }: CaseSection): Block[] {
  // An empty line stays one; several are one, and those around the text are left out.
  const paragraphs = text
    .trim()
    .split(/\r\n|\r|\n/u)
    .filter((line, index, lines) => line.trim() !== '' || lines[index - 1]?.trim() !== '')
    .map((line) => toParagraph(line, isEmphasized))
    .filter((paragraph, _, all) => paragraph.content !== undefined || all.length > 1)
  const list = items.map((item) => ({
    type: 'list_item' as const,
    content: [toParagraph(item, false)] satisfies [Paragraph],
  }))
  if (paragraphs.length === 0 && list.length === 0) return []
  const title: InlineNode = { type: 'text', text: cleanText(heading) }
  return [
    { type: 'heading', attrs: { level: 2 }, content: [title] },
    ...paragraphs,
    ...(list.length > 0 ? [{ type: 'bullet_list' as const, content: list }] : []),
  ]
}

/** The text of all sections that have one. */
export const toBody = (sections: readonly CaseSection[]): Body =>
  normalizeBody({ type: 'doc', content: sections.flatMap(toBlocks) })
