import { Fragment, Slice } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { cleanText } from '@talus/report/document'
import { marks, reportSchema } from './schema.ts'

/** Text in the form in which it is stored, so that the engine counts the same characters. */
function cleanNode(node: Node): Node | undefined {
  if (!node.isText) return node.copy(cleanFragment(node.content))
  const text = cleanText(node.text ?? '')
  if (text === '') return undefined
  const kept = [marks.strong, marks.em].flatMap((type) => type.isInSet(node.marks) ?? [])
  return reportSchema.text(text, kept)
}

const cleanFragment = (fragment: Fragment): Fragment =>
  Fragment.fromArray(fragment.content.flatMap((node) => cleanNode(node) ?? []))

export const cleanSlice = (slice: Slice): Slice =>
  new Slice(cleanFragment(slice.content), slice.openStart, slice.openEnd)

/** Pasted plain text: a line is a paragraph, and empty lines only separate. */
export function parsePlainText(text: string): Slice {
  const lines = text
    .split(/\r\n|\r|\n/u)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== '')
  const blocks = lines.map((line) =>
    reportSchema.nodes.paragraph.create(null, reportSchema.text(line)),
  )
  return new Slice(Fragment.fromArray(blocks), 1, 1)
}

/** Replaces typed characters that are not stored, such as a tab or an invisible one. */
export const cleanTyping = (isComposing: () => boolean) =>
  new Plugin({
    appendTransaction(transactions, _before, state) {
      if (isComposing() || !transactions.some(({ docChanged }) => docChanged)) return null
      const { tr } = state
      state.doc.descendants((node, position) => {
        if (!node.isText) return true
        const text = cleanText(node.text ?? '')
        if (text !== node.text) {
          const [from, to] = [tr.mapping.map(position), tr.mapping.map(position + node.nodeSize)]
          if (text === '') tr.delete(from, to)
          else tr.replaceWith(from, to, state.schema.text(text, node.marks))
        }
        return false
      })
      return tr.docChanged ? tr.setMeta('addToHistory', false) : null
    },
  })
