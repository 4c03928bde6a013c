import { use, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import type { Body, ReportLanguage, ReportPage } from '@talus/report/document'
import { layoutPage } from '@talus/report/layout'
import type { LayoutOptions, Rectangle } from '@talus/report/layout'
import { useStore } from '../../../store.ts'
import { toBox } from '../pages/placed-lines.tsx'
import { isEmptyBody } from '../state/report-changes.ts'
import { ReportFactsContext, isDeleted } from '../state/report-facts.ts'
import type { Caret } from '../state/report-store.ts'
import { findPosition } from './body.ts'
import { CompletionList } from './completion-list.tsx'
import type { Completion } from './completion-list.tsx'
import { completions } from './completions.ts'
import { deletedMeasurements } from './deleted-measurements.ts'
import { createReportEditor } from './create-editor.ts'
import type { ReportEditor } from './create-editor.ts'
import type { EditorStore } from './editor-store.ts'
import { isField } from './fields.ts'
import { FieldPopup } from './field-popup.tsx'
import styles from './text-editor.module.css'

interface TextEditorProps {
  readonly page: ReportPage
  readonly options: LayoutOptions
  readonly column: Rectangle
  readonly caret: Caret
  readonly store: EditorStore
  readonly completions: readonly Completion[]
  readonly onChange: (body: Body) => void
  /** Undoes or redoes the last change, if it was not one of the text. */
  readonly onStep: (direction: 'undo' | 'redo', caret: Caret) => boolean
  readonly onRefused: (body: Body) => void
}

function toSelection(doc: Node, caret: Caret, language: ReportLanguage): Selection {
  if (caret === 'start') return Selection.atStart(doc)
  if (caret === 'end') return Selection.atEnd(doc)
  if ('from' in caret) {
    const { size } = doc.content
    return TextSelection.between(
      doc.resolve(Math.min(caret.from, size)),
      doc.resolve(Math.min(caret.to, size)),
    )
  }
  const { position, offset, length } = caret
  const from = findPosition(doc, position, offset, language)
  const to = findPosition(doc, position, offset + length, language)
  return isField(doc.nodeAt(from))
    ? NodeSelection.create(doc, from)
    : TextSelection.create(doc, from, to)
}

/** The text of the active page. */
export function TextEditor(props: TextEditorProps) {
  const { page, options, column, store } = props
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const facts = use(ReportFactsContext)
  const latestFacts = useRef(facts)
  const latest = useRef(props)
  const editor = useRef<ReportEditor>(undefined)
  const keys = useRef<(key: string) => boolean>(undefined)
  const setKeys = useCallback((handler: ((key: string) => boolean) | undefined) => {
    keys.current = handler
  }, [])
  const open = useStore(store)
  useLayoutEffect(() => {
    latest.current = props
    latestFacts.current = facts
  })
  const label = t('report:editor.label')
  const deletedHint = t('report:editor.deletedMeasurement')
  useLayoutEffect(() => {
    if (!host.current) return undefined
    const step =
      (direction: 'undo' | 'redo'): Command =>
      ({ selection: { from, to } }) =>
        latest.current.onStep(direction, { from, to })
    const created = createReportEditor(host.current, {
      body: latest.current.page.body,
      label,
      getLanguage: () => latest.current.options.language,
      layOut: (body) => layoutPage({ ...latest.current.page, body }, latest.current.options),
      onChange: (body) => latest.current.onChange(body),
      onRefused: (body) => latest.current.onRefused(body),
      onState: (state) => {
        const view = editor.current?.view
        if (view) store.set({ view, state })
      },
      plugins: [
        completions((key) => keys.current?.(key) ?? false),
        deletedMeasurements({
          isDeleted: (attributes) => isDeleted(attributes, latestFacts.current),
          hint: deletedHint,
        }),
        keymap({ 'Mod-z': step('undo'), 'Mod-y': step('redo'), 'Mod-Shift-z': step('redo') }),
      ],
    })
    editor.current = created
    const { view } = created
    const { caret, options: first } = latest.current
    view.dispatch(view.state.tr.setSelection(toSelection(view.state.doc, caret, first.language)))
    store.set({ view, state: view.state })
    if (document.activeElement === document.body || caret !== 'end') view.focus()
    return () => {
      store.set(undefined)
      editor.current = undefined
      created.destroy()
    }
  }, [label, deletedHint, store])
  // The column of the text depends on the shape of the page.
  const { imageCount, title } = page
  const { orientation, language, isFirst } = options
  useEffect(() => {
    editor.current?.relayout()
  }, [imageCount, title, orientation, language, isFirst, facts.measurements])
  return (
    <>
      <div
        ref={host}
        className={styles.host}
        style={toBox(column)}
        lang={language}
        data-placeholder={isEmptyBody(page.body) ? t('report:editor.placeholder') : undefined}
      />
      {open ? (
        <>
          <FieldPopup view={open.view} state={open.state} />
          <CompletionList
            view={open.view}
            state={open.state}
            all={props.completions}
            onKeys={setKeys}
          />
        </>
      ) : null}
    </>
  )
}
