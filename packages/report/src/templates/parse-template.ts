import { normalizeBody } from '../document/index.ts'
import type { Block, Body, FieldNode, InlineNode, ListItem } from '../document/index.ts'

/**
 * Reads the bracket notation of RSNA report templates:
 *
 * - `[none* | mild | moderate]` is a choice, and the choice with the asterisk is filled in;
 * - `[# mm]` is a number with its unit, `[<date>]` a date;
 * - `[Normal.]` is a text that is filled in, `[]` one that is not;
 * - `{…}` is a comment for the users of the template and is never printed. Directly behind a field
 *   it becomes the hint of the field.
 *
 * Double braces, the placeholders of other programs, stay as they are typed.
 * A line that begins with `##` or `###` is a heading, with `- ` or `1. ` an item of a list;
 * `**bold**` and `*italic*` are styles. A backslash takes the meaning of the next sign away.
 */
export function parseTemplate(source: string): Body {
  const blocks: Block[] = []
  for (const line of source.split(/\r\n|\r|\n/u)) addLine(blocks, line.trim())
  return normalizeBody({ type: 'doc', content: blocks })
}

function addLine(blocks: Block[], line: string) {
  if (line === '') return
  const heading = /^(##|###)\s+(.*)$/u.exec(line)
  if (heading) {
    const level = heading[1] === '##' ? 2 : 3
    blocks.push({ type: 'heading', attrs: { level }, content: parseInlines(heading[2] ?? '') })
    return
  }
  const listed = /^(?:(-)|\d+\.)\s+(.*)$/u.exec(line)
  if (!listed) {
    const content = parseInlines(line)
    if (content.length > 0) blocks.push({ type: 'paragraph', content })
    return
  }
  const type = listed[1] === '-' ? 'bullet_list' : 'ordered_list'
  const item: ListItem = {
    type: 'list_item',
    content: [{ type: 'paragraph', content: parseInlines(listed[2] ?? '') }],
  }
  const last = blocks.at(-1)
  if (last?.type === type) last.content.push(item)
  else blocks.push({ type, content: [item] })
}

type Style = 'strong' | 'em'

/** Parts of a line: an escaped sign, a field, a comment, a style mark, or other text. */
const parts = /\\(.)|\[([^\]]*)\]|\{\{[^{}]*\}\}|\{([^}]*)\}|(\*\*)|(\*)|[^\\[{*]+|[\\[{]/gu

export function parseInlines(source: string): InlineNode[] {
  const nodes: InlineNode[] = []
  const styles = new Set<Style>()
  const toggle = (style: Style) => {
    if (!styles.delete(style)) styles.add(style)
  }
  const getMarks = () => {
    const marks = (['strong', 'em'] as const).filter((style) => styles.has(style))
    return marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}
  }
  for (const [whole, escaped, field, comment, bold, italic] of source.matchAll(parts)) {
    if (field !== undefined) nodes.push({ ...parseField(field), ...getMarks() })
    else if (comment !== undefined) addHint(nodes, comment)
    else if (bold !== undefined) toggle('strong')
    else if (italic !== undefined) toggle('em')
    else nodes.push({ type: 'text', text: escaped ?? whole, ...getMarks() })
  }
  return nodes
}

function addHint(nodes: InlineNode[], comment: string) {
  const last = nodes.at(-1)
  if (last?.type !== 'field') return
  nodes[nodes.length - 1] = { ...last, attrs: { ...last.attrs, hint: comment.trim() } }
}

const empty: FieldNode['attrs'] = { kind: 'text', options: [], unit: '', hint: '', value: null }

/** Parses what is between the brackets of a field. */
export function parseField(source: string): FieldNode {
  const content = source.trim()
  const number = /^#\s*(.*)$/u.exec(content)
  if (number) return { type: 'field', attrs: { ...empty, kind: 'number', unit: number[1] ?? '' } }
  if (/^<date>$/iu.test(content)) return { type: 'field', attrs: { ...empty, kind: 'date' } }
  if (!content.includes('|')) {
    return { type: 'field', attrs: { ...empty, value: content === '' ? null : content } }
  }
  const choices = content
    .split('|')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
  const options = choices.map((choice) => choice.replace(/\s*\*$/u, ''))
  const preset = choices.findIndex((choice) => choice.endsWith('*'))
  return {
    type: 'field',
    attrs: { ...empty, kind: 'choice', options, value: options[preset] ?? null },
  }
}
