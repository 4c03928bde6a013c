import type { Node } from 'prosemirror-model'
import { getDisplayText } from '@talus/report/document'
import type { Block, Body, InlineNode, ReportLanguage } from '@talus/report/document'
import type { PlacedBlock } from '@talus/report/layout'
import { reportSchema } from './schema.ts'

/** Nodes are immutable: the layout engine gets the same object for a paragraph that did not change. */
const blocks = new WeakMap<Node, unknown>()

function toJson(node: Node): unknown {
  const known = blocks.get(node)
  if (known !== undefined) return known
  const whole: unknown = node.toJSON()
  // The blocks inside a list keep their identity, too.
  const isWhole = node.inlineContent || node.isText || node.isAtom || !isRecord(whole)
  const json = isWhole ? whole : { ...whole, content: node.children.map(toJson) }
  blocks.set(node, json)
  return json
}

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null

/** The schema of the editor permits only what the schema of a report permits. */
const isBlock = (json: unknown): json is Block => isRecord(json)
const isInline = (json: unknown): json is InlineNode => isRecord(json)

function toBlock(node: Node): Block {
  const json = toJson(node)
  if (!isBlock(json)) throw new Error(`The node ${node.type.name} has no JSON`)
  return json
}

/** The body of an editor document. */
export const toBody = (doc: Node): Body => ({
  type: 'doc',
  content: doc.children.map(toBlock),
})

/** Throws if the body is not one of our schema. */
export function toEditorDocument(body: Body): Node {
  const doc = reportSchema.nodeFromJSON(body)
  doc.check()
  return doc
}

export function toInline(node: Node): InlineNode {
  const json = toJson(node)
  if (!isInline(json)) throw new Error(`The node ${node.type.name} has no JSON`)
  return json
}

export interface LineBreak {
  /** The position in the document: before a node, or inside a text. */
  readonly position: number
  /** The offset inside the shown text of the measurement or field at the position. */
  readonly within: number | undefined
}

/** The position at which the text block of a placed block begins. */
function findStart(doc: Node, { block, item }: PlacedBlock['position']): number {
  let start = 0
  for (let index = 0; index < block; index++) start += doc.child(index).nodeSize
  if (item === null) return start + 1
  const list = doc.child(block)
  start += 1
  for (let index = 0; index < item; index++) start += list.child(index).nodeSize
  return start + 2
}

/** The position of an offset of the shown text of a block. */
export function findPosition(
  doc: Node,
  position: PlacedBlock['position'],
  offset: number,
  language: ReportLanguage,
): number {
  if (position.block >= doc.childCount) return 1
  const start = findStart(doc, position)
  let shown = 0
  let at = start
  for (const node of doc.resolve(start).parent.children) {
    const { length } = getDisplayText(toInline(node), language)
    if (offset < shown + length) return node.isText ? at + offset - shown : at
    shown += length
    at += node.nodeSize
  }
  return at
}

/** The positions before which the engine starts a new line. */
export function findLineBreaks(
  doc: Node,
  placed: readonly PlacedBlock[],
  language: ReportLanguage,
): LineBreak[] {
  const breaks: LineBreak[] = []
  for (const { position, lines } of placed) {
    if (lines.length < 2) continue
    const start = findStart(doc, position)
    const { parent } = doc.resolve(start)
    const offsets = lines.slice(1).map((line) => line.start)
    let shown = 0
    let at = start
    for (const node of parent.children) {
      const length = getDisplayText(toInline(node), language).length
      for (const offset of offsets) {
        if (offset < shown || offset >= shown + length) continue
        if (node.isText) breaks.push({ position: at + offset - shown, within: undefined })
        else {
          const within = offset - shown
          breaks.push({ position: at, within: within === 0 ? undefined : within })
        }
      }
      shown += length
      at += node.nodeSize
    }
  }
  return breaks
}
