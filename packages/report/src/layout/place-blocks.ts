import { getItemLabel } from '../document/index.ts'
import type { Block, ReportLanguage, TextBlock } from '../document/index.ts'
import { breakTextBlock, measureText, placeLines } from './place-text.ts'
import type { PlacedLine } from './place-text.ts'
import { listAfter, listIndent, listLabelGap, textStyles } from './styles.ts'
import type { TextStyleName } from './styles.ts'

/** The place of a text block in the body: the index of the block, and of the item if it is a list. */
export interface BlockPosition {
  readonly block: number
  readonly item: number | null
}

export interface PlacedBlock {
  readonly position: BlockPosition
  readonly style: TextStyleName
  readonly top: number
  readonly bottom: number
  readonly lines: readonly PlacedLine[]
  /** The bullet or number of an item of a list. */
  readonly label: { readonly text: string; readonly x: number } | null
}

export interface TextColumn {
  readonly x: number
  readonly top: number
  readonly width: number
}

interface Part {
  readonly block: TextBlock
  readonly position: BlockPosition
  readonly style: TextStyleName
  readonly label: string | null
  readonly after: number
}

function listParts(block: Block, index: number): Part[] {
  if (block.type === 'paragraph' || block.type === 'heading') {
    const style =
      block.type === 'paragraph' ? 'paragraph' : block.attrs.level === 2 ? 'heading2' : 'heading3'
    const position = { block: index, item: null }
    return [{ block, position, style, label: null, after: textStyles[style].after }]
  }
  return block.content.map(({ content: [paragraph] }, item) => ({
    block: paragraph,
    position: { block: index, item },
    style: 'item',
    label: block.type === 'bullet_list' ? '•' : getItemLabel(block, item),
    after: textStyles.item.after + (item === block.content.length - 1 ? listAfter : 0),
  }))
}

function placeLabel(text: string, x: number): { text: string; x: number } {
  if (text === '•') return { text, x: x + 6 }
  const width = measureText(text, 'regular', textStyles.item.size)
  return { text, x: x + listIndent - listLabelGap - width }
}

interface PlaceOptions {
  readonly language: ReportLanguage
  /** Paragraphs are typed lines: they follow each other without a space between them. */
  readonly hasLines?: boolean | undefined
}

/**
 * Places blocks below each other. The space between two is the one after the first plus the one
 * before the second; they do not collapse as margins of CSS do.
 */
export function placeBlocks(
  blocks: readonly Block[],
  column: TextColumn,
  { language, hasLines = false }: PlaceOptions,
): PlacedBlock[] {
  const placed: PlacedBlock[] = []
  let top = column.top
  const parts = blocks.flatMap(listParts)
  for (const [index, { block, position, style, label, after }] of parts.entries()) {
    const indent = label === null ? 0 : listIndent
    const broken = breakTextBlock(block, style, column.width - indent, language)
    if (placed.length > 0) top += textStyles[style].before
    const bottom = top + broken.lines.length * textStyles[style].lineHeight
    placed.push({
      position,
      style,
      top,
      bottom,
      lines: placeLines(broken, style, column.x + indent, top),
      label: label === null ? null : placeLabel(label, column.x),
    })
    const isLine = hasLines && style === 'paragraph' && parts[index + 1]?.style === 'paragraph'
    top = bottom + (isLine ? 0 : after)
  }
  return placed
}
