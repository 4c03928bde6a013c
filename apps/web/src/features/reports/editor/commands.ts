import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { goToField } from './fields.ts'
import { redo, undo } from './one-undo.ts'
import { marks, nodes } from './schema.ts'

const { paragraph, heading, bullet_list: bulletList, ordered_list: orderedList } = nodes
const listItem = nodes.list_item

/** The list around the selection, with its depth. */
function findList({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === bulletList || type === orderedList) return { type, depth }
  }
  return undefined
}

/** One change made of several commands, each of which sees the result of those before it. */
const inSequence =
  (...commands: readonly Command[]): Command =>
  (state, dispatch) => {
    const { tr } = state
    let now = state
    for (const command of commands) {
      const isDone = command(now, (transaction) => {
        for (const step of transaction.steps) tr.step(step)
        now = now.apply(transaction)
      })
      if (!isDone) return false
    }
    dispatch?.(tr)
    return true
  }

/** Makes a list, changes its kind, or ends it. An item of a list is a paragraph, not a heading. */
const toggleList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const list = findList(state)
    if (list?.type === type) return liftListItem(listItem)(state, dispatch, view)
    if (list) {
      dispatch?.(state.tr.setNodeMarkup(state.selection.$from.before(list.depth), type))
      return true
    }
    if (state.selection.$from.parent.type === heading)
      return inSequence(setBlockType(paragraph), wrapInList(type))(state, dispatch, view)
    return wrapInList(type)(state, dispatch, view)
  }

/** Makes a heading, or a paragraph if it is that heading already; ends a list first. */
const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch, view) => {
    const { parent } = state.selection.$from
    if (parent.type === heading && parent.attrs['level'] === level)
      return setBlockType(paragraph)(state, dispatch, view)
    const toHeading = setBlockType(heading, { level })
    return findList(state)
      ? inSequence(liftListItem(listItem), toHeading)(state, dispatch, view)
      : toHeading(state, dispatch, view)
  }

export const textActions = {
  heading2: toggleHeading(2),
  heading3: toggleHeading(3),
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  bulletList: toggleList(bulletList),
  orderedList: toggleList(orderedList),
  undo,
  redo,
} as const satisfies Readonly<Record<string, Command>>
export type TextAction = keyof typeof textActions

/** The keys that the buttons of the toolbar show. */
export const textActionKeys: Readonly<Record<TextAction, string>> = {
  heading2: 'Ctrl+Alt+2',
  heading3: 'Ctrl+Alt+3',
  bold: 'Ctrl+B',
  italic: 'Ctrl+I',
  bulletList: 'Ctrl+Shift+8',
  orderedList: 'Ctrl+Shift+7',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Y',
}

/** Whether the selection has the style of an action, for the pressed state of its button. */
export function isActionOn(state: EditorState, action: TextAction): boolean {
  const { $from, empty, from, to } = state.selection
  const hasMark = (type: typeof marks.strong) =>
    empty
      ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type)
  const isHeading = (level: number) =>
    $from.parent.type === heading && $from.parent.attrs['level'] === level
  switch (action) {
    case 'bold':
      return hasMark(marks.strong)
    case 'italic':
      return hasMark(marks.em)
    case 'heading2':
      return isHeading(2)
    case 'heading3':
      return isHeading(3)
    case 'bulletList':
      return findList(state)?.type === bulletList
    case 'orderedList':
      return findList(state)?.type === orderedList
    case 'undo':
    case 'redo':
      return false
  }
}

/** Backspace at the start of an item ends the list for it, and in a heading it makes a paragraph. */
const backspaceAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if (findList(state)) return liftListItem(listItem)(state, dispatch, view)
  return $from.parent.type === heading && setBlockType(paragraph)(state, dispatch, view)
}

export const textKeys = () => [
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': textActions.bold,
    'Mod-i': textActions.italic,
    'Mod-Alt-2': textActions.heading2,
    'Mod-Alt-3': textActions.heading3,
    'Mod-Shift-7': textActions.orderedList,
    'Mod-Shift-8': textActions.bulletList,
    Enter: splitListItem(listItem),
    'Shift-Enter': chainCommands(
      exitCode,
      splitListItem(listItem),
      (state, dispatch, view) => baseKeymap['Enter']?.(state, dispatch, view) ?? false,
    ),
    Backspace: backspaceAtStart,
    // Without a field in that direction, Tab leaves the text, as in every other field of a page.
    Tab: goToField(1),
    'Shift-Tab': goToField(-1),
  }),
  keymap(baseKeymap),
]
