import type { Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import type { ReportDocument } from '@talus/report/document'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { DraftSaver } from '../../../draft-saver.ts'
import type { EditorStore } from '../editor/editor-store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ReportStore } from '../state/report-store.ts'
import type { WrittenForStore } from './use-written-for.ts'

interface CreateCommandOptions {
  readonly study: Study
  readonly store: ReportStore
  readonly editors: EditorStore
  readonly saver: DraftSaver<ReportDocument>
  readonly writtenFor: WrittenForStore
  readonly onPrinted: (report: ReportDocument) => void
}

const loadDialog = () => import('./create-dialog.tsx')

/** Asks for the confirmation of CreatePDF; afterwards the user continues where the caret was. */
export function useCreateCommand(options: CreateCommandOptions) {
  const { study, store, editors, saver, writtenFor, onPrinted } = options
  const { t } = useTranslation()
  // Loaded before it is needed: the server may not answer then.
  useEffect(() => void loadDialog().catch(() => undefined), [])
  return async () => {
    const dialog = await loadDialog().catch(() => undefined)
    if (!dialog) {
      toast.error(t('errors:network'))
      return
    }
    const { activeId } = store.get()
    const selection = editors.get()?.view.state.selection
    const caret = selection && { from: selection.from, to: selection.to }
    // No page is active while the PDF is made.
    store.actions.activate(undefined)
    dialog.openCreateDialog({
      title: t('report:create.title'),
      study,
      store,
      writtenFor,
      onClosed: () => {
        // A finding has activated its page already.
        if (store.get().activeId === undefined && activeId !== undefined)
          store.actions.activate(activeId, caret)
      },
      onCreated: async (created) => {
        // The draft is finished. If it cannot be discarded now, it is offered again later.
        await saver.flush()
        await call(
          routes.report.discardDraft,
          { params: { studyId: study.id } },
          { isQuiet: true },
        ).catch(() => undefined)
        saver.discard()
        onPrinted(created)
      },
    })
  }
}
