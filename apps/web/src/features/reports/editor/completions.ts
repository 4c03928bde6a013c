import { Plugin, PluginKey } from 'prosemirror-state'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** A word before the caret that names a measurement (`/vhs`) or a macro (`.norm`). */
export interface TypedName {
  readonly kind: 'measurement' | 'macro'
  /** Without its first sign. */
  readonly text: string
  readonly from: number
  readonly to: number
}

const pattern = /(?:^|[\s(])([/.])([\p{L}\p{N}_-]*)$/u

/** A macro needs a letter, because a full stop alone ends a sentence. */
export function findTypedName(state: EditorState): TypedName | undefined {
  const { $from, empty } = state.selection
  if (!empty) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const match = pattern.exec(before)
  const [, sign, text = ''] = match ?? []
  if (sign === undefined || (sign === '.' && text === '')) return undefined
  return {
    kind: sign === '/' ? 'measurement' : 'macro',
    text,
    from: $from.pos - text.length - 1,
    to: $from.pos,
  }
}

interface CompletionState {
  readonly typed: TypedName | undefined
  /** The start of a name whose list was closed with Escape. */
  readonly closedAt: number | undefined
}

const key = new PluginKey<CompletionState>('completions')

export const getTypedName = (state: EditorState): TypedName | undefined => {
  const now = key.getState(state)
  return now?.typed && now.typed.from !== now.closedAt ? now.typed : undefined
}

export const closeCompletions = (view: EditorView) => {
  const typed = getTypedName(view.state)
  if (typed) view.dispatch(view.state.tr.setMeta(key, typed.from))
}

/** Finds the typed name; `onKey` is asked for the keys while its list is shown. */
export const completions = (onKey: (key: string) => boolean) =>
  new Plugin<CompletionState>({
    key,
    state: {
      init: () => ({ typed: undefined, closedAt: undefined }),
      apply(transaction, value, _before, state) {
        const meta: unknown = transaction.getMeta(key)
        const closed = typeof meta === 'number' ? meta : undefined
        const closedAt = closed ?? value.closedAt
        if (!transaction.docChanged && !transaction.selectionSet && closed === undefined)
          return value
        // Only typing opens the list; a caret that moves into an old word does not.
        const isTyped = transaction.docChanged || value.typed !== undefined
        const typed = isTyped ? findTypedName(state) : undefined
        return { typed, closedAt: typed?.from === closedAt ? closedAt : undefined }
      },
    },
    props: {
      handleKeyDown: (view, event) =>
        getTypedName(view.state) !== undefined &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        onKey(event.key),
    },
  })
