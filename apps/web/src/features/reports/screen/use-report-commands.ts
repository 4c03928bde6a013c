import type { Study, StudyReport } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { ReportDocument } from '@talus/report/document'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { DraftSaver } from '../../../draft-saver.ts'
import { isEmptyReport } from '../state/report-changes.ts'
import type { EditorStore } from '../editor/editor-store.ts'
import { useCreateCommand } from './use-create-command.ts'
import type { WrittenForStore } from './use-written-for.ts'
import type { ReportStore } from '../state/report-store.ts'
import type { TabPresence } from '../../../tab-presence.ts'

/** The time in which another tab saves before this one takes over. */
const handoverMs = 800

interface CommandOptions {
  readonly study: Study
  readonly store: ReportStore
  readonly editors: EditorStore
  readonly saver: DraftSaver<ReportDocument>
  readonly tabs: TabPresence
  readonly writtenFor: WrittenForStore
}

/** The commands of the buttons of the screen. */
export function useReportCommands(options: CommandOptions) {
  const { study, store, saver, tabs } = options
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { actions } = store
  /** The report as it was when its PDF was made. */
  const [printed, setPrinted] = useState<ReportDocument>()

  const back = async () => {
    const isDone = printed === store.get().report
    const isConfirmed =
      isDone ||
      (await confirm({
        title: t('report:back.title'),
        text: t('report:back.text'),
        confirm: t('report:back.confirm'),
      }))
    if (isConfirmed) void navigate(-1)
  }
  const add = () => {
    if (actions.addPage(0) === undefined) toast.warning(t('report:pages.tooMany'))
  }
  const create = useCreateCommand({ ...options, onPrinted: setPrinted })
  const continueOnNewPage = () => {
    if (!actions.continueOnNewPage()) toast.warning(t('report:full.impossible'))
  }
  const answerConflict = async (isMine: boolean) => {
    const { draft } = await client.query(reportQueries.draft(study.id))
    if (isMine || !draft) {
      saver.overwrite(draft?.version ?? 0)
      return
    }
    // The text of this page is given up, also the copy of this browser.
    saver.discard()
    location.reload()
  }
  /** Continues what the other tab has saved last. */
  const takeOver = async () => {
    tabs.takeOver()
    await new Promise((resolve) => setTimeout(resolve, handoverMs))
    const { draft } = await client.query(reportQueries.draft(study.id))
    const saved = ReportDocument.safeParse(draft?.document).data
    if (!draft || !saved) return
    saver.rebase(draft.version)
    actions.replace(saved)
  }
  const listDrafts = async () => {
    const { openDraftList } = await import('../drafts/draft-list.tsx')
    openDraftList({
      title: t('report:drafts.title'),
      openStudyId: study.id,
      onOpen: (path, state) => void navigate(path, { state }),
    })
  }
  /** Replaces the pages with those of an earlier version; the replaced ones can be restored. */
  const startFromVersion = async ({ id, version }: StudyReport) => {
    const source = await client.query(reportQueries.source(id))
    const before = store.get().report
    actions.replace(ReportDocument.parse(source.document))
    const text = t('report:versions.started', { version })
    if (isEmptyReport(before)) toast.done(text)
    else
      toast.doneWithUndo(text, {
        label: t('report:pages.undoRemove'),
        run: () => actions.replace(before),
      })
  }
  const listVersions = async () => {
    const { openVersionList } = await import('../drafts/version-list.tsx')
    openVersionList({
      title: t('report:versions.title'),
      studyId: study.id,
      onStart: startFromVersion,
    })
  }
  const discard = async () => {
    const isDiscarded = await confirm({
      title: t('report:discard.title'),
      text: t('report:discard.textOpen'),
      confirm: t('report:discard.confirm'),
      isDestructive: true,
      act: async () => {
        await saver.flush()
        await call(routes.report.discardDraft, { params: { studyId: study.id } })
        saver.discard()
      },
    })
    if (!isDiscarded) return
    toast.done(t('report:discard.done'))
    void navigate(-1)
  }
  return {
    back,
    add,
    create,
    continueOnNewPage,
    answerConflict,
    takeOver,
    listDrafts,
    listVersions,
    discard,
  }
}
