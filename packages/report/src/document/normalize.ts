import { cleanLine, cleanText } from './clean-text.ts'
import type { InlineNode, Mark } from './inline-schema.ts'
import type { Block, Body, Paragraph, ReportDocument, ReportPage } from './report-schema.ts'

const sortMarks = (marks: readonly Mark[] | undefined): Mark[] =>
  (['strong', 'em'] as const)
    .filter((type) => marks?.some((mark) => mark.type === type))
    .map((type) => ({ type }))

const haveSameMarks = (a: InlineNode, b: InlineNode) =>
  sortMarks(a.marks)
    .map(({ type }) => type)
    .join() ===
  sortMarks(b.marks)
    .map(({ type }) => type)
    .join()

/** Cleans the text, joins neighbours of the same style, and omits empty texts and empty marks. */
function normalizeInlines(content: readonly InlineNode[] | undefined): InlineNode[] {
  const result: InlineNode[] = []
  for (const node of content ?? []) {
    const { marks: _marks, ...bare } = node
    const marks = sortMarks(node.marks)
    const styled: InlineNode = marks.length > 0 ? { ...bare, marks } : bare
    if (styled.type !== 'text') {
      result.push(styled)
      continue
    }
    const text = cleanText(styled.text)
    if (text === '') continue
    const last = result.at(-1)
    if (last?.type === 'text' && haveSameMarks(last, styled)) {
      // Two parts can compose to one character.
      result[result.length - 1] = { ...last, text: cleanText(last.text + text) }
    } else result.push({ ...styled, text })
  }
  return result
}

const withContent = <Kind extends { content?: InlineNode[] | undefined }>(block: Kind): Kind => {
  const content = normalizeInlines(block.content)
  const { content: _content, ...bare } = block
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the rest of a generic type
  return (content.length > 0 ? { ...bare, content } : bare) as Kind
}

function normalizeBlock(block: Block): Block {
  if (block.type === 'paragraph' || block.type === 'heading') return withContent(block)
  const { content, ...list } = block
  return {
    ...(list.type === 'ordered_list' && list.attrs?.order === 1 ? { type: list.type } : list),
    content: content.map(({ type, content: [paragraph] }) => ({
      type,
      content: [withContent(paragraph)] satisfies [Paragraph],
    })),
  }
}

export const emptyBody = (): Body => ({ type: 'doc', content: [{ type: 'paragraph' }] })

/** The same text in its only form: two bodies that read alike are equal. */
export function normalizeBody(body: Body): Body {
  const blocks = body.content
    .filter((block) => !('content' in block && block.content?.length === 0 && isList(block)))
    .map(normalizeBlock)
  return blocks.length > 0 ? { type: 'doc', content: blocks } : emptyBody()
}

const isList = (block: Block) => block.type === 'bullet_list' || block.type === 'ordered_list'

/** Images whose slot the layout of the page does not have are omitted. */
export const normalizePage = (page: ReportPage): ReportPage => ({
  ...page,
  title: cleanLine(page.title),
  images: page.images
    .filter(({ index }) => index < page.imageCount)
    .toSorted((a, b) => a.index - b.index),
  body: normalizeBody(page.body),
})

export const normalizeReport = (report: ReportDocument): ReportDocument => ({
  ...report,
  pages: report.pages.map(normalizePage),
})
