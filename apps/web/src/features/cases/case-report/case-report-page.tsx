import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconFileTypePdf, IconFolderOff } from '@tabler/icons-react'
import { mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseFindingsDraft, CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { useActor, useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useFindings } from '../reading/use-findings.ts'
import { useReportDownload } from '../reading/report-versions.tsx'
import { useSubmit } from '../reading/use-submit.tsx'
import { AddendumForm } from './addendum-form.tsx'
import { ReportFrame } from './report-frame.tsx'
import styles from './case-report.module.css'

/** The pages of the report as they will be printed; CreatePDF sends the report. */
export function CaseReportPage({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  useCaseChanges()
  const actor = useActor()
  const { data: radCase, error } = useQuery(caseQueries.one(caseId))
  const isReader = radCase !== undefined && mayActOnCase(actor, 'saveFindings', radCase)
  const draft = useQuery({ ...caseWorkQueries.findings(caseId), enabled: isReader })
  const failure = error ?? draft.error
  if (failure)
    return (
      <StatePanel
        icon={<Icon icon={IconFolderOff} size="3xl" />}
        title={t('caseReading:failed.title')}
        text={getErrorMessage(failure)}
      />
    )
  if (!radCase || (isReader && !draft.data)) return <Skeleton height={480} m="md" />
  if (isReader && draft.data) return <DraftReport radCase={radCase} draft={draft.data} />
  if (radCase.reportVersion > 0) return <FinalReport radCase={radCase} />
  return (
    <StatePanel
      icon={<Icon icon={IconFileTypePdf} size="3xl" />}
      title={t('caseReading:report.none')}
      text={t('caseReading:report.noneText')}
    />
  )
}

interface DraftReportProps {
  readonly radCase: CaseDetail
  readonly draft: CaseFindingsDraft
}

function DraftReport({ radCase, draft }: DraftReportProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const editor = useFindings(radCase.id, draft, `${user.firstName} ${user.lastName}`.trim())
  const download = useReportDownload(radCase)
  const backToCase = () => void navigate(`/editcases/${String(radCase.id)}`)
  const create = useSubmit(radCase, editor, {
    onJump: backToCase,
    onSubmitted: () => {
      toast.done(t('caseReading:submit.done'))
      download.mutate()
    },
  })
  const back = async () => {
    const isLeft = await confirm({
      title: t('caseReading:report.backTitle'),
      text: t('caseReading:report.backText'),
      confirm: t('caseReading:report.backConfirm'),
    })
    if (isLeft) backToCase()
  }
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Button
          variant="default"
          leftSection={<Icon icon={IconArrowLeft} />}
          onClick={() => void back()}
        >
          {t('caseReading:action.back')}
        </Button>
        <Button leftSection={<Icon icon={IconFileTypePdf} />} onClick={create}>
          {t('caseReading:report.create')}
        </Button>
      </div>
      <ReportFrame caseId={radCase.id} texts={editor.texts.get()} version={0} />
    </div>
  )
}

function FinalReport({ radCase }: Pick<DraftReportProps, 'radCase'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = useActor()
  const download = useReportDownload(radCase)
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Button
          variant="default"
          leftSection={<Icon icon={IconArrowLeft} />}
          onClick={() => void navigate(`/editcases/${String(radCase.id)}`)}
        >
          {t('caseReading:action.back')}
        </Button>
        <Button
          leftSection={<Icon icon={IconFileTypePdf} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('cases:action.download')}
        </Button>
      </div>
      {mayActOnCase(actor, 'addendum', radCase) ? (
        <AddendumForm key={radCase.reportVersion} radCase={radCase} />
      ) : null}
      <ReportFrame caseId={radCase.id} texts={undefined} version={radCase.reportVersion} />
    </div>
  )
}
