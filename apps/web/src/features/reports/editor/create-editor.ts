import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { EditorState } from 'prosemirror-state'
import type { Plugin, Transaction } from 'prosemirror-state'
import type { Node } from 'prosemirror-model'
import { EditorView } from 'prosemirror-view'
import { countPageCharacters, reportLimits } from '@talus/report/document'
import type { Body, ReportLanguage } from '@talus/report/document'
import type { PageLayout } from '@talus/report/layout'
import { toBody, toEditorDocument } from './body.ts'
import { cleanSlice, cleanTyping, parsePlainText } from './clean-input.ts'
import { textKeys } from './commands.ts'
import { createInlineViews } from './inline-views.ts'
import { dictatedLines, relayoutMark } from './line-breaks.ts'
import { oneUndo } from './one-undo.ts'
import { cleanPastedHtml } from './pasted-html.ts'
import { nodes } from './schema.ts'

export interface EditorOptions {
  readonly body: Body
  readonly label: string
  readonly getLanguage: () => ReportLanguage
  readonly layOut: (body: Body) => PageLayout
  readonly onChange: (body: Body) => void
  /** After every change of text or selection, for toolbar and menus. */
  readonly onState: (state: EditorState) => void
  /** A change would not fit into the page. The document and the selection are as before. */
  readonly onRefused: (body: Body) => void
  readonly plugins: readonly Plugin[]
}

const isTooLong = (body: Body) =>
  body.content.length > reportLimits.blocksMax ||
  countPageCharacters(body) > reportLimits.pageTextMax

/** `- ` and `1. ` at the start of a paragraph begin a list. */
const listRules = () =>
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/u, nodes.bullet_list),
      wrappingInputRule(/^\s*1\.\s$/u, nodes.ordered_list),
    ],
  })

export interface ReportEditor {
  readonly view: EditorView
  /** Computes the lines again after the shape of the page has changed. */
  readonly relayout: () => void
  readonly destroy: () => void
}

/** Creates the editor of one page. A change that does not fit is never applied. */
export function createReportEditor(host: HTMLElement, options: EditorOptions): ReportEditor {
  const { layOut, onChange, onState, onRefused } = options
  const layOutDocument = (doc: Node) => layOut(toBody(doc))
  const opened: { view?: EditorView } = {}
  const isComposing = () => opened.view?.composing ?? false
  /** The last state that fitted, while a character is being composed. */
  let beforeComposing: EditorState | undefined

  const isRefused = (before: EditorState, next: EditorState) => {
    const body = toBody(next.doc)
    const layout = layOut(body)
    if (!layout.isOverfull && !isTooLong(body)) return false
    // A page that became too full by another change may get shorter step by step.
    return layout.usedHeight >= layOutDocument(before.doc).usedHeight
  }

  function dispatch(this: EditorView, transaction: Transaction) {
    const before = this.state
    const { state: next } = before.applyTransaction(transaction)
    if (next.doc !== before.doc && isRefused(before, next)) {
      if (!this.composing) {
        // Draws what the browser has already changed by itself again.
        this.updateState(before)
        onRefused(toBody(next.doc))
        return
      }
      // Undoing during a composition would break it; it is checked again at its end.
      beforeComposing ??= before
    }
    this.updateState(next)
    onState(next)
    if (next.doc !== before.doc && beforeComposing === undefined) onChange(toBody(next.doc))
  }

  const endComposition = (current: EditorView) => {
    if (current.composing || current.isDestroyed) return
    const before = beforeComposing
    beforeComposing = undefined
    if (before && layOutDocument(current.state.doc).isOverfull) {
      const refused = toBody(current.state.doc)
      current.updateState(before)
      onState(before)
      onRefused(refused)
      return
    }
    current.dispatch(current.state.tr.setMeta(relayoutMark, true))
    onChange(toBody(current.state.doc))
  }

  const state = EditorState.create({
    doc: toEditorDocument(options.body),
    plugins: [
      ...options.plugins,
      oneUndo(),
      listRules(),
      ...textKeys(),
      cleanTyping(isComposing),
      dictatedLines({ layOut: layOutDocument, getLanguage: options.getLanguage, isComposing }),
    ],
  })
  const created = new EditorView(host, {
    state,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
      spellcheck: 'true',
    },
    nodeViews: createInlineViews(options.getLanguage),
    transformPastedHTML: cleanPastedHtml,
    transformPasted: cleanSlice,
    clipboardTextParser: parsePlainText,
    dispatchTransaction: dispatch,
    handleDOMEvents: {
      compositionend: (current) => {
        // ProseMirror reads the composed text after this event.
        setTimeout(() => endComposition(current), 50)
        return false
      },
    },
  })
  opened.view = created
  onState(state)
  return {
    view: created,
    relayout: () => created.dispatch(created.state.tr.setMeta(relayoutMark, true)),
    destroy: () => created.destroy(),
  }
}
