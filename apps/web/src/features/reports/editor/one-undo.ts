import { Plugin, PluginKey, Selection } from 'prosemirror-state'
import type { Command, EditorState } from 'prosemirror-state'
import type { Node } from 'prosemirror-model'

interface Snapshot {
  readonly doc: Node
  readonly selection: unknown
}

interface UndoState {
  readonly back: Snapshot | undefined
  readonly forward: Snapshot | undefined
  /** When the last change was made; typing within half a second is one step. */
  readonly changedAt: number
}

const isUndoState = (meta: unknown): meta is UndoState =>
  typeof meta === 'object' && meta !== null && 'changedAt' in meta

const key = new PluginKey<UndoState>('oneUndo')
const joinMs = 500

const take = ({ doc, selection }: EditorState): Snapshot => ({ doc, selection: selection.toJSON() })

/**
 * Exactly one step back and one forward. The history plugin of ProseMirror keeps up to 20
 * steps more than its depth.
 */
export const oneUndo = () =>
  new Plugin<UndoState>({
    key,
    state: {
      init: () => ({ back: undefined, forward: undefined, changedAt: 0 }),
      apply(transaction, value, before) {
        const set: unknown = transaction.getMeta(key)
        if (isUndoState(set)) return set
        if (!transaction.docChanged || transaction.getMeta('addToHistory') === false) return value
        const isTyping =
          transaction.getMeta('paste') !== true && transaction.getMeta('isWhole') !== true
        const joins =
          isTyping && value.back !== undefined && transaction.time - value.changedAt < joinMs
        return {
          back: joins ? value.back : take(before),
          forward: undefined,
          changedAt: isTyping ? transaction.time : 0,
        }
      },
    },
  })

const goTo =
  (from: 'back' | 'forward'): Command =>
  (state, dispatch) => {
    const target = key.getState(state)?.[from]
    if (!target) return false
    if (!dispatch) return true
    const transaction = state.tr.replaceWith(0, state.doc.content.size, target.doc.content)
    transaction.setSelection(Selection.fromJSON(transaction.doc, target.selection))
    const now = take(state)
    const next: UndoState =
      from === 'back'
        ? { back: undefined, forward: now, changedAt: 0 }
        : { back: now, forward: undefined, changedAt: 0 }
    dispatch(transaction.setMeta(key, next).scrollIntoView())
    return true
  }

export const undo = goTo('back')
export const redo = goTo('forward')
