import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconFileTypePdf, IconFolderOff } from '@tabler/icons-react'
import { mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseFindingsDraft, CaseId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { useActor, useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { CaseSkeleton } from '../shared/case-skeleton.tsx'
import { AddendumForm } from '../reading/addendum-form.tsx'
import { chooseFiles, useChosenFiles } from '../reading/chosen-files.ts'
import { isOutOfReach } from '../reading/lost-case.tsx'
import { useFindings } from '../reading/use-findings.ts'
import { useReportDownload } from '../reading/report-versions.tsx'
import { useSubmit } from '../reading/use-submit.tsx'
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
  // The page keeps the report while the server cannot be reached.
  const isShown = radCase !== undefined && !isOutOfReach(error)
  const failure = isShown ? (draft.data ? null : draft.error) : error
  if (failure)
    return (
      <StatePanel
        icon={<Icon icon={IconFolderOff} size="3xl" />}
        title={t('caseReading:failed.title')}
        text={getErrorMessage(failure)}
      >
        <Button component={Link} to="/cases">
          {t('caseReading:action.back')}
        </Button>
      </StatePanel>
    )
  // A draft in the cache is older than what was typed on the page of the case.
  if (!radCase || (isReader && !draft.isFetchedAfterMount)) return <CaseSkeleton />
  if (isReader && draft.data) return <DraftReport radCase={radCase} draft={draft.data} />
  if (radCase.reportVersion > 0) return <FinalReport radCase={radCase} />
  return (
    <StatePanel
      icon={<Icon icon={IconFileTypePdf} size="3xl" />}
      title={t('caseReading:report.none')}
      text={t('caseReading:report.noneText')}
    >
      <Button component={Link} to={`/editcases/${String(caseId)}`}>
        {t('caseReading:action.back')}
      </Button>
    </StatePanel>
  )
}

interface DraftReportProps {
  readonly radCase: CaseDetail
  readonly draft: CaseFindingsDraft
}

/**
 * Sends the chosen files before the preview is made, so that it shows the pages that will be sent.
 * The clinic sees them with the report. Files that fail stay chosen and are sent with the report.
 */
function useChosenFilesSent(caseId: CaseId) {
  const files = useChosenFiles(caseId)
  const { mutateAsync, error } = useMutation(withOwnError(caseWorkMutations.addFiles))
  const [first] = useState(files)
  const [isPending, setPending] = useState(first.length > 0)
  const isSent = useRef(false)
  useEffect(() => {
    if (first.length === 0 || isSent.current) return
    // An effect may run twice; the files are sent once.
    isSent.current = true
    mutateAsync({ params: { id: caseId }, form: { fields: {}, files: { files: first } } })
      .then(
        () => chooseFiles(caseId, []),
        // The error is shown above the preview.
        () => undefined,
      )
      .finally(() => setPending(false))
  }, [first, caseId, mutateAsync])
  return { isPending, error }
}

function DraftReport({ radCase, draft }: DraftReportProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const editor = useFindings(radCase.id, draft, `${user.firstName} ${user.lastName}`.trim())
  const download = useReportDownload(radCase)
  const backToCase = () => void navigate(`/editcases/${String(radCase.id)}`)
  const sending = useChosenFilesSent(radCase.id)
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
        <Button
          leftSection={<Icon icon={IconFileTypePdf} />}
          loading={sending.isPending}
          onClick={create}
        >
          {t('caseReading:report.create')}
        </Button>
      </div>
      {sending.error ? <ErrorNote text={getErrorMessage(sending.error)} /> : null}
      {sending.isPending ? (
        <Skeleton height={480} />
      ) : (
        <ReportFrame caseId={radCase.id} texts={editor.texts.get()} version={0} />
      )}
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
        <AddendumForm key={radCase.reportVersion} radCase={radCase} isCollapsible />
      ) : null}
      <ReportFrame caseId={radCase.id} texts={undefined} version={radCase.reportVersion} />
    </div>
  )
}
