import { formatMeasurement } from '@talus/report/document'
import type { Body, ReportLanguage } from '@talus/report/document'
import type { Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeSelection, Selection } from 'prosemirror-state'
import { Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { reportQueries } from '../../../api/records/report.ts'
import { useStore } from '../../../store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { toEditorDocument } from '../editor/body.ts'
import type { Completion } from '../editor/completion-list.tsx'
import type { EditorStore } from '../editor/editor-store.ts'
import { listFields } from '../editor/fields.ts'
import { nodes } from '../editor/schema.ts'
import type { Insertion } from '../panel/insert-panel.tsx'
import { listOutdatedPages, toMeasurementAttributes } from '../state/measurements.ts'
import type { ReportStore } from '../state/report-store.ts'
import { useTemplates } from './use-templates.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** Inserts a text of several blocks; one paragraph continues the paragraph of the caret. */
function insertBody(view: EditorView, body: Body, { from, to }: Range) {
  const doc = toEditorDocument(body)
  const { tr } = view.state
  const isEmpty = view.state.doc.textContent === '' && view.state.doc.childCount === 1
  if (isEmpty) tr.replaceWith(0, view.state.doc.content.size, doc.content)
  else {
    const isInline = doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph
    tr.replace(from, to, new Slice(doc.content, isInline ? 1 : 0, isInline ? 1 : 0))
  }
  const start = isEmpty ? 0 : from
  const field = listFields(tr.doc).find(({ position }) => position >= start)
  const end = tr.mapping.map(to)
  tr.setSelection(
    field && field.position < end + doc.content.size
      ? NodeSelection.create(tr.doc, field.position)
      : Selection.near(tr.doc.resolve(Math.min(end, tr.doc.content.size)), -1),
  )
  view.dispatch(tr.setMeta('isWhole', true).scrollIntoView())
  view.focus()
}

function toPreview(text: string): string {
  const line = text.replaceAll(/^#+\s*/gmu, '').trim()
  return line.length > 240 ? `${line.slice(0, 240)}…` : line
}

/** The measurements, templates and macros that can be inserted at the caret. */
export function useInsertions(study: Study, store: ReportStore, editors: EditorStore) {
  const { t } = useTranslation()
  const { language } = useStore(store).report
  const measured = useQuery(reportQueries.measurements(study.id, language)).data
  const macros = useQuery(reportQueries.macros(study.clinicId)).data
  const updatedText = t('report:panel.updated')

  // A measurement in the text follows its drawing until the PDF is made.
  useEffect(() => {
    if (!measured) return
    const outdated = listOutdatedPages(store.get().report, measured)
    const done = outdated.filter((page) => store.actions.rewrite(page.id, () => page))
    if (done.length > 0) toast.info(updatedText)
  }, [measured, store, updatedText])

  const insertMeasurement = useMemo(
    () => createMeasurementInserter(measured ?? [], language),
    [measured, language],
  )
  const { templates, parse } = useTemplates(study, language)
  const completions = useMemo(
    (): Completion[] => [
      ...insertMeasurement.map(({ id, name, label, preview, insert }) => ({
        id,
        kind: 'measurement' as const,
        name,
        label,
        preview,
        insert,
      })),
      ...(parse ? (macros ?? []) : []).map(({ id, shortcut, text }) => ({
        id: `macro ${String(id)}`,
        kind: 'macro' as const,
        name: shortcut,
        label: `.${shortcut}`,
        preview: toPreview(text),
        insert: (view: EditorView, range: Range) => {
          if (parse) insertBody(view, parse(text), range)
        },
      })),
    ],
    [insertMeasurement, macros, parse],
  )
  const atCaret = (run: (view: EditorView, range: Range) => void) => () => {
    const view = editors.get()?.view
    if (view) run(view, view.state.selection)
  }
  const measurementList: Insertion[] = insertMeasurement.map(({ id, label, preview, insert }) => ({
    id,
    label,
    detail: preview,
    run: atCaret(insert),
  }))
  const templateList: Insertion[] = templates.map(({ id, name, text, isForPart }) => ({
    id,
    label: name,
    detail: isForPart ? t('report:panel.fits') : '',
    run: atCaret((view, range) => {
      if (!parse) return
      insertBody(view, parse(text), range)
      // Most templates are longer than the rest of a page: they continue on a new one.
      const { refused } = store.get()
      if (!refused || !store.actions.continueOnNewPage()) return
      store.actions.activate(refused.id, 'start')
      toast.info(t('report:full.continued'))
    }),
  }))
  return {
    completions,
    measurements: measured && measurementList,
    templates: parse && templateList,
  }
}

type Measured = readonly Parameters<typeof toMeasurementAttributes>[0][]

const createMeasurementInserter = (measured: Measured, language: ReportLanguage) =>
  measured.map((one) => {
    const attributes = toMeasurementAttributes(one, 'full')
    return {
      id: `${one.measurementId} ${one.name}`,
      name: one.name.toLowerCase(),
      label: one.label,
      preview: formatMeasurement(attributes, language),
      insert: (view: EditorView, { from, to }: Range) => {
        const node = nodes.measurement.create({ ...attributes })
        view.dispatch(view.state.tr.replaceWith(from, to, node).setMeta('isWhole', true))
        view.focus()
      },
    }
  })
