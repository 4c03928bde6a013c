import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

/** The editor of the active page and its state; undefined if no page is active. */
export interface OpenEditor {
  readonly view: EditorView
  readonly state: EditorState
}

export type EditorStore = Store<OpenEditor | undefined>

export const createEditorStore = (): EditorStore => createStore<OpenEditor | undefined>(undefined)
