import { normalizeBody } from '../document/index.ts'
import type { Block, Body, InlineNode, TextBlock } from '../document/index.ts'
import { layoutPage } from './page-layout.ts'
import type { LayoutOptions, PageLayout, PageShape } from './page-layout.ts'
import { locateOffset } from './place-text.ts'
import type { PlacedBlock } from './place-blocks.ts'
import { toRuns } from './runs.ts'

type Halves<Kind> = readonly [Kind | undefined, Kind | undefined]

/** Splits inline content before a node, or within a text; a measurement or field stays whole. */
function splitInlines(content: readonly InlineNode[], index: number, offset: number) {
  const node = content[index]
  if (node?.type !== 'text' || offset === 0) {
    return [content.slice(0, index), content.slice(index)] as const
  }
  return [
    [...content.slice(0, index), { ...node, text: node.text.slice(0, offset) }],
    [{ ...node, text: node.text.slice(offset) }, ...content.slice(index + 1)],
  ] as const
}

function splitTextBlock<Kind extends TextBlock>(
  block: Kind,
  start: number,
  { language }: LayoutOptions,
): Halves<Kind> {
  const content = block.content ?? []
  const { run, offset } = locateOffset(toRuns(content, language, false), start)
  const [first, second] = splitInlines(content, run, offset)
  return [
    first.length > 0 ? { ...block, content: first } : undefined,
    second.length > 0 ? { ...block, content: second } : undefined,
  ]
}

/** Splits a block before a line of one of its text blocks. */
function splitBlock(block: Block, placed: PlacedBlock, line: number, options: LayoutOptions) {
  const start = placed.lines[line]?.start ?? 0
  if (block.type === 'paragraph' || block.type === 'heading') {
    if (line === 0 || block.type === 'heading') return [undefined, block] satisfies Halves<Block>
    return splitTextBlock(block, start, options)
  }
  const index = placed.position.item ?? 0
  const item = block.content[index]
  const [kept, moved] =
    item && line > 0 ? splitTextBlock(item.content[0], start, options) : [undefined, undefined]
  const first = block.content.slice(0, index)
  const second = block.content.slice(index)
  if (item && kept && moved) {
    first.push({ ...item, content: [kept] })
    second[0] = { ...item, content: [moved] }
  }
  return [
    first.length > 0 ? { ...block, content: first } : undefined,
    { ...block, content: second, ...continueNumbers(block, index) },
  ] satisfies Halves<Block>
}

const continueNumbers = (block: Block, index: number) =>
  block.type === 'ordered_list' ? { attrs: { order: (block.attrs?.order ?? 1) + index } } : {}

/** A heading must not be the last block of a page. */
function moveHeadings(kept: Block[], moved: Block[]) {
  while (kept.length > 1 && kept.at(-1)?.type === 'heading') {
    const heading = kept.pop()
    if (heading) moved.unshift(heading)
  }
}

/** Splits the body before the first line that is below the limit; undefined if all of it fits. */
function splitBody(body: Body, layout: PageLayout, options: LayoutOptions) {
  if (!layout.isOverfull) return undefined
  const excess = layout.usedHeight - layout.heightLimit
  const limit = (layout.blocks.at(-1)?.bottom ?? 0) - excess
  const placed = layout.blocks.find(({ bottom }) => bottom > limit + 1e-6)
  if (!placed) return undefined
  const lineHeight = (placed.bottom - placed.top) / placed.lines.length
  const fitting = placed.lines.filter(({ top }) => top + lineHeight <= limit + 1e-6).length
  const { block: index } = placed.position
  const block = body.content[index]
  if (!block) return undefined
  const [first, second] = splitBlock(block, placed, fitting, options)
  const kept = [...body.content.slice(0, index), ...(first ? [first] : [])]
  const moved = [...(second ? [second] : []), ...body.content.slice(index + 1)]
  moveHeadings(kept, moved)
  return kept.length > 0 && moved.length > 0 ? ([kept, moved] as const) : undefined
}

/**
 * Distributes a long text over as many pages as it needs: for reports that are written without
 * regard to pages, and for a text that does not fit into its page. `getShape` gives title, images
 * and signature of a page, and `isFirst` of the options applies to page 0.
 */
export function paginateBody(
  body: Body,
  options: LayoutOptions,
  getShape: (page: number) => PageShape,
): Body[] {
  const bodies: Body[] = []
  let rest = normalizeBody(body)
  for (;;) {
    const page = bodies.length
    const pageOptions = { ...options, isFirst: options.isFirst && page === 0 }
    const layout = layoutPage({ ...getShape(page), body: rest }, pageOptions)
    const split = splitBody(rest, layout, pageOptions)
    if (!split) return [...bodies, rest]
    const [kept, moved] = split
    bodies.push({ type: 'doc', content: [...kept] })
    rest = { type: 'doc', content: [...moved] }
  }
}
