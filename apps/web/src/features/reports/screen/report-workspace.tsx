import type { Study } from '@talus/contract'
import type { ReportDocument } from '@talus/report/document'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { reportQueries } from '../../../api/records/report.ts'
import { createUuid } from '../../../random-id.ts'
import { useStore } from '../../../store.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { createEditorStore } from '../editor/editor-store.ts'
import { PageColumn } from '../pages/page-column.tsx'
import { PageList } from '../pages/page-list.tsx'
import { SidePanel } from '../panel/side-panel.tsx'
import type { createDraftCopy } from '../state/draft-copy.ts'
import { mayAddPage } from '../state/report-changes.ts'
import { createReportStore } from '../state/report-store.ts'
import { ConflictNotice, OtherTabNotice, RefusalNotice } from './draft-notices.tsx'
import { DraftStatusText } from './draft-status.tsx'
import { ReportBar } from './report-bar.tsx'
import { useDraft } from './use-draft.ts'
import { useInsertions } from './use-insertions.ts'
import { usePaperHead } from './use-paper-head.ts'
import { useSlotActions } from './use-slot-actions.tsx'
import styles from './report.module.css'

/** On a narrower screen the panel would make the page too small to read. */
const panelMinWidth = 1200

interface ReportWorkspaceProps {
  readonly study: Study
  readonly initial: ReportDocument
  /** The version of the draft on the server. */
  readonly version: number
  readonly isUnsaved: boolean
  readonly copy: ReturnType<typeof createDraftCopy>
}

/** The pages of a report, its tools, and the images and texts that go into it. */
export function ReportWorkspace(props: ReportWorkspaceProps) {
  const { study, initial } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [store] = useState(() => createReportStore(initial, createUuid))
  const [editors] = useState(createEditorStore)
  const [isPanelOpen, setPanelOpen] = useState(() => innerWidth >= panelMinWidth)
  /** The report as it was when its PDF was made. */
  const [printed, setPrinted] = useState<ReportDocument>()
  const { actions } = store
  const { report, refused } = useStore(store)
  const { saver, tabs } = useDraft({ ...props, studyId: study.id, store })
  const status = useStore(saver.status)
  const head = usePaperHead(study)
  const slots = useSlotActions(study, store)
  const insertions = useInsertions(study, store, editors)
  const isElsewhere = useStore(tabs.isElsewhere)

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
  const create = async () => {
    // REP-08: no page is active while the PDF is made.
    actions.activate(undefined)
    const { openCreateDialog } = await import('./create-dialog.tsx')
    openCreateDialog({
      title: t('report:create.title'),
      study,
      store,
      onCreated: async (created) => {
        await saver.flush()
        saver.discard()
        setPrinted(created)
      },
    })
  }
  const continueOnNewPage = () => {
    if (!actions.continueOnNewPage()) toast.warning(t('report:full.impossible'))
  }
  const answerConflict = async (isMine: boolean) => {
    const { draft } = await client.query(reportQueries.draft(study.id))
    if (isMine || !draft) saver.overwrite(draft?.version ?? 0)
    else location.reload()
  }
  useShortcuts([
    {
      keys: 'Alt+N',
      label: t('report:addPage'),
      group: t('report:keys'),
      run: add,
      worksIn: ['textField'],
    },
  ])
  const isReadOnly = isElsewhere || slots.isPhone
  return (
    <div className={styles.screen}>
      <ReportBar
        editors={editors}
        status={
          <DraftStatusText status={status} isEmpty={report === initial && !props.isUnsaved} />
        }
        panel={{ isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
        onBack={() => void back()}
        onAddPage={isReadOnly || !mayAddPage(report) ? undefined : add}
        onCreate={isElsewhere ? undefined : () => void create()}
      />
      {isElsewhere ? <OtherTabNotice onTakeOver={() => tabs.takeOver()} /> : null}
      {status === 'conflict' ? (
        <ConflictNotice
          onLoad={() => void answerConflict(false)}
          onOverwrite={() => void answerConflict(true)}
        />
      ) : null}
      {refused ? (
        <RefusalNotice
          onNewPage={continueOnNewPage}
          onDismiss={() => {
            actions.dismissRefusal()
            editors.get()?.view.focus()
          }}
        />
      ) : null}
      <div className={styles.body}>
        <PageList store={store} head={head} isReadOnly={isReadOnly} />
        <PageColumn
          store={store}
          editors={editors}
          head={head}
          slots={slots.actions}
          completions={insertions.completions}
          isReadOnly={isReadOnly}
        />
        {isPanelOpen ? (
          <SidePanel
            study={study}
            store={store}
            editors={editors}
            onAddImage={slots.addImage}
            insertions={insertions}
          />
        ) : null}
      </div>
    </div>
  )
}
