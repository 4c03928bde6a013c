import type { PatientId, Study } from '@talus/contract'
import type { ReportDocument } from '@talus/report/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid } from '../../../random-id.ts'
import { createStore, useStore } from '../../../store.ts'
import { createEditorStore } from '../editor/editor-store.ts'
import { PageColumn } from '../pages/page-column.tsx'
import { PageList } from '../pages/page-list.tsx'
import { SidePanel } from '../panel/side-panel.tsx'
import type { createDraftCopy } from '../state/draft-copy.ts'
import { mayAddPage } from '../state/report-changes.ts'
import { ReportFactsContext } from '../state/report-facts.ts'
import { createReportStore } from '../state/report-store.ts'
import {
  ConflictNotice,
  MovedNotice,
  Notice,
  OtherTabNotice,
  RefusalNotice,
  UnsavedNotice,
} from './draft-notices.tsx'
import { DraftStatusText } from './draft-status.tsx'
import { OtherAuthors } from './other-authors.tsx'
import { ReportBar } from './report-bar.tsx'
import { useDraft } from './use-draft.ts'
import { useInsertions } from './use-insertions.ts'
import { useReportFacts } from './use-report-facts.ts'
import { useReportCommands } from './use-report-commands.ts'
import { useMovedStudy } from './use-written-for.ts'
import { useTextKeys } from './use-text-keys.ts'
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
  /** The draft on the server, which may differ from `initial`. */
  readonly stored: ReportDocument | undefined
  readonly isUnsaved: boolean
  /** The patient that the report was written for; undefined for that of the study. */
  readonly writtenForId: PatientId | undefined
  readonly copy: ReturnType<typeof createDraftCopy>
}

/** The pages of a report, its tools, and the images and texts that go into it. */
export function ReportWorkspace(props: ReportWorkspaceProps) {
  const { study, initial } = props
  const { t } = useTranslation()
  const [store] = useState(() => createReportStore(initial, createUuid))
  const [editors] = useState(createEditorStore)
  const [isPanelOpen, setPanelOpen] = useState(() => innerWidth >= panelMinWidth)
  const { actions } = store
  const { report, refused } = useStore(store)
  const [writtenFor] = useState(() => createStore(props.writtenForId ?? study.patientId))
  const moved = useMovedStudy(study, writtenFor)
  const { saver, tabs } = useDraft({ ...props, store, writtenFor })
  const status = useStore(saver.status)
  const failure = useStore(saver.failure)
  const head = usePaperHead(study, report.language)
  const slots = useSlotActions(study, store)
  const insertions = useInsertions(study, store, editors)
  const isOpenInOtherTab = useStore(tabs.isOpenInOtherTab)
  const facts = useReportFacts(study, report)

  const commands = useReportCommands({ study, store, editors, saver, tabs, writtenFor })
  useTextKeys(actions.go)
  const { isPhone } = slots
  const isReadOnly = isOpenInOtherTab || isPhone
  return (
    <div
      className={styles.screen}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A user who leaves the report, to sign out for example, does not wait three seconds.
        if (!currentTarget.contains(relatedTarget)) void saver.flush()
      }}
    >
      <ReportBar
        editors={editors}
        store={store}
        status={
          <DraftStatusText status={status} isEmpty={report === initial && !props.isUnsaved} />
        }
        panel={{ isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
        menu={{
          listDrafts: () => void commands.listDrafts(),
          listVersions: isReadOnly ? undefined : () => void commands.listVersions(),
          discard: isReadOnly ? undefined : () => void commands.discard(),
        }}
        isPhone={isPhone}
        isReadOnly={isReadOnly}
        onBack={() => void commands.back()}
        onAddPage={isReadOnly || !mayAddPage(report) ? undefined : commands.add}
        onCreate={isReadOnly ? undefined : () => void commands.create()}
      />
      {isOpenInOtherTab ? <OtherTabNotice onTakeOver={() => void commands.takeOver()} /> : null}
      {isPhone ? <Notice text={t('report:phone')} /> : null}
      {moved ? <MovedNotice {...moved} onConfirm={() => writtenFor.set(study.patientId)} /> : null}
      <OtherAuthors studyId={study.id} />
      {status === 'conflict' ? (
        <ConflictNotice
          onLoad={() => void commands.answerConflict(false)}
          onOverwrite={() => void commands.answerConflict(true)}
        />
      ) : failure === undefined ? null : (
        <UnsavedNotice failure={failure} onSave={() => void saver.flush()} />
      )}
      {refused ? (
        <RefusalNotice
          onNewPage={commands.continueOnNewPage}
          onDismiss={() => {
            actions.dismissRefusal()
            editors.get()?.view.focus()
          }}
        />
      ) : null}
      <div className={styles.body}>
        <ReportFactsContext value={facts}>
          <PageList store={store} head={head} isReadOnly={isReadOnly} />
          <PageColumn
            store={store}
            editors={editors}
            head={head}
            slots={slots.actions}
            completions={insertions.completions}
            isReadOnly={isReadOnly}
          />
        </ReportFactsContext>
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
