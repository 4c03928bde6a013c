import { Button, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ReportDraft, Study, StudyId } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { clinicQueries } from '../../../api/records/clinic.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useRecordChanges } from '../../../api/records/use-record-changes.ts'
import { useSession } from '../../../api/session.ts'
import { getLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { showErrorDialog } from '../../../ui/modals/confirm.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { isDraftContinued } from '../drafts/report-address.ts'
import { useReportFonts } from '../fonts/report-fonts.ts'
import { createDraftCopy } from '../state/draft-copy.ts'
import type { DraftCopy } from '../state/draft-copy.ts'
import { ReportStart } from './report-start.tsx'
import type { FoundDraft, OpenedReport } from './report-start.tsx'
import { ReportWorkspace } from './report-workspace.tsx'

/** Without a study there is nothing to write about: shows the reason and returns to the list. */
export function NoStudySelected() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    showErrorDialog(t('report:noStudy'))
    void navigate('/studylist', { replace: true })
  }, [navigate, t])
  return null
}

/** The report about a study; a report that was not finished is offered again. */
export function ReportScreen({ studyId }: { readonly studyId: StudyId }) {
  const { t } = useTranslation()
  const study = useQuery(studyQueries.one(studyId))
  const areFontsReady = useReportFonts()
  // A report that is open stays open although its study cannot be fetched again.
  if (study.isError && !study.data)
    return (
      <StatePanel
        icon={<Icon icon={IconFileText} size="3xl" />}
        title={t('report:failed')}
        text={getErrorMessage(study.error)}
      >
        <Button onClick={() => void study.refetch()}>{t('common:action.tryAgain')}</Button>
      </StatePanel>
    )
  if (!study.data || !areFontsReady) return <Skeleton height="100%" radius={0} />
  return <StudyReport study={study.data} />
}

function StudyReport({ study }: { readonly study: Study }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const state: unknown = useLocation().state
  // Another user may move the study to another patient while the report is written.
  useRecordChanges(study.clinicId)
  const { data, isError, error, refetch } = useQuery(reportQueries.draft(study.id))
  const settings = useQuery(reportQueries.settings(study.clinicId))
  const versions = useQuery(reportQueries.versions(study.id))
  const clinic = useQuery(clinicQueries.one(study.clinicId))
  const [copy] = useState(() => createDraftCopy(user.id, study.id))
  const [opened, setOpened] = useState<OpenedReport>()
  if (opened)
    return (
      <ReportWorkspace
        study={study}
        initial={opened.report}
        version={opened.version}
        stored={ReportDocument.safeParse(data?.draft?.document).data}
        isUnsaved={opened.isUnsaved}
        writtenForId={opened.patientId}
        copy={copy}
      />
    )
  if (isError)
    return (
      <StatePanel
        icon={<Icon icon={IconFileText} size="3xl" />}
        title={t('report:failed')}
        text={getErrorMessage(error)}
      >
        <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>
      </StatePanel>
    )
  if (!data || settings.isPending || versions.isPending || clinic.isPending)
    return <Skeleton height="100%" radius={0} />
  return (
    <ReportStart
      draft={chooseDraft(data.draft, copy.read())}
      outdatedCopy={findOutdatedCopy(data.draft, copy.read())}
      storedVersion={data.draft?.version ?? 0}
      // Without the list of versions a report can still be written.
      earlier={versions.data?.find(({ hasSource }) => hasSource)}
      orientation={settings.data?.orientation ?? 'landscape'}
      // The report is for the clinic and its clients, whatever language its author reads.
      language={clinic.data?.lang ?? getLanguage()}
      isDraftContinued={isDraftContinued(state)}
      onOpen={(next) => {
        if (next.isNew) copy.write(undefined, next.version)
        setOpened(next)
      }}
    />
  )
}

/** The draft of the server, or the copy of this browser if it has newer changes. */
function chooseDraft(
  stored: ReportDraft | null,
  copy: DraftCopy | undefined,
): FoundDraft | undefined {
  const version = stored?.version ?? 0
  // A copy that is based on an older version is offered beside the draft.
  if (copy && copy.version >= version) return toFoundCopy(copy, stored)
  const report = ReportDocument.safeParse(stored?.document).data
  return stored && report
    ? { report, savedOn: stored.savedOn, isUnsaved: false, patientId: stored.writtenFor?.id }
    : undefined
}

/** A copy of an earlier version of the application is of the same patient as the draft. */
const toFoundCopy = (copy: DraftCopy, stored: ReportDraft | null): FoundDraft => ({
  report: copy.document,
  savedOn: copy.keptOn,
  isUnsaved: true,
  patientId: copy.patientId ?? stored?.writtenFor?.id,
})

/** The copy of this browser if its text was never saved, and another computer has saved since. */
function findOutdatedCopy(
  stored: ReportDraft | null,
  copy: DraftCopy | undefined,
): FoundDraft | undefined {
  if (!stored || !copy || copy.version >= stored.version) return undefined
  // The answer to the last save was lost.
  const report = ReportDocument.safeParse(stored.document).data
  if (JSON.stringify(report) === JSON.stringify(copy.document)) return undefined
  return toFoundCopy(copy, stored)
}
