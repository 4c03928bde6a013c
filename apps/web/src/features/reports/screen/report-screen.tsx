import { Button, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { Study, StudyId } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useSession } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { createUuid } from '../../../random-id.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { showErrorDialog } from '../../../ui/modals/confirm.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { useReportFonts } from '../fonts/report-fonts.ts'
import { createDraftCopy } from '../state/draft-copy.ts'
import { createReport, isEmptyReport } from '../state/report-changes.ts'
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
  if (study.isError)
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

interface Opened {
  readonly report: ReportDocument
  readonly version: number
  /** The copy of this browser has changes that the server lacks. */
  readonly isUnsaved: boolean
}

function StudyReport({ study }: { readonly study: Study }) {
  const { t, i18n } = useTranslation()
  const { user } = useSession()
  const { data, isError, error, refetch } = useQuery(reportQueries.draft(study.id))
  const settings = useQuery(reportQueries.settings(study.clinicId))
  const [copy] = useState(() => createDraftCopy(user.id, study.id))
  const [opened, setOpened] = useState<Opened>()
  if (opened)
    return (
      <ReportWorkspace
        study={study}
        initial={opened.report}
        version={opened.version}
        isUnsaved={opened.isUnsaved}
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
  if (!data || settings.isPending) return <Skeleton height="100%" radius={0} />
  const version = data.draft?.version ?? 0
  const kept = copy.read()
  // A copy that is based on an older version was saved from another computer since.
  const isCopyNewer = kept !== undefined && kept.version >= version
  const stored = ReportDocument.safeParse(data.draft?.document).data
  const draft = isCopyNewer ? kept.document : stored
  const start = () =>
    setOpened({
      report: createReport(
        createUuid(),
        toLanguage(i18n.language),
        settings.data?.orientation ?? 'landscape',
      ),
      version,
      isUnsaved: false,
    })
  if (!draft || isEmptyReport(draft)) {
    start()
    return null
  }
  const savedOn = isCopyNewer ? kept.keptOn : (data.draft?.savedOn ?? '')
  return (
    <StatePanel
      icon={<Icon icon={IconFileText} size="3xl" />}
      title={t('report:draft.found')}
      text={t('report:draft.foundText', { time: formatDateTime(savedOn) })}
    >
      <Button
        autoFocus
        onClick={() => setOpened({ report: draft, version, isUnsaved: isCopyNewer })}
      >
        {t('report:draft.continue')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          copy.write(undefined, version)
          start()
        }}
      >
        {t('report:draft.startNew')}
      </Button>
    </StatePanel>
  )
}
