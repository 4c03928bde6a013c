import type { Node } from 'prosemirror-model'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { Command, EditorState } from 'prosemirror-state'
import { isFieldFilled } from '@talus/report/document'
import type { FieldAttributes } from '@talus/report/document'
import { toInline } from './body.ts'
import { nodes } from './schema.ts'

export interface FoundField {
  readonly position: number
  readonly attributes: FieldAttributes
}

export const isField = (node: Node | null | undefined): boolean => node?.type === nodes.field

export function getFieldAttributes(node: Node): FieldAttributes {
  const inline = toInline(node)
  if (inline.type !== 'field') throw new Error('The node is not a field')
  return inline.attrs
}

export function listFields(doc: Node): FoundField[] {
  const found: FoundField[] = []
  doc.descendants((node, position) => {
    if (isField(node)) found.push({ position, attributes: getFieldAttributes(node) })
    return !node.isTextblock || node.childCount > 0
  })
  return found
}

/** The field that the selection is on. */
export function getSelectedField({ selection }: EditorState): FoundField | undefined {
  if (!(selection instanceof NodeSelection) || !isField(selection.node)) return undefined
  return { position: selection.from, attributes: getFieldAttributes(selection.node) }
}

/** The next or previous field of the text; undefined behind the last one. */
export function findField(state: EditorState, direction: 1 | -1): FoundField | undefined {
  const { from, to } = state.selection
  const fields = listFields(state.doc)
  return direction === 1
    ? fields.find(({ position }) => position >= to)
    : fields.findLast(({ position }) => position < from)
}

/** Selects the next or previous field; false if there is none. */
export const goToField =
  (direction: 1 | -1): Command =>
  (state, dispatch) => {
    const field = findField(state, direction)
    if (!field) return false
    dispatch?.(
      state.tr.setSelection(NodeSelection.create(state.doc, field.position)).scrollIntoView(),
    )
    return true
  }

/** Fills a field and goes to the next one that is not filled, or behind this one. */
export const fillField =
  (position: number, value: string): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(position)
    if (!node || !isField(node)) return false
    if (!dispatch) return true
    const text = value.trim()
    const { tr } = state
    tr.setNodeMarkup(position, undefined, { ...node.attrs, value: text === '' ? null : text })
    const next = listFields(tr.doc).find(
      (field) => field.position > position && !isFieldFilled(field.attributes),
    )
    tr.setSelection(
      next
        ? NodeSelection.create(tr.doc, next.position)
        : TextSelection.create(tr.doc, position + 1),
    )
    dispatch(tr.setMeta('isWhole', true).scrollIntoView())
    return true
  }
