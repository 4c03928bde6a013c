import { Button, Skeleton } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { useActor, useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { CaseThread } from '../shared/thread.tsx'
import { CaseBar } from './case-bar.tsx'
import { CaseHistory } from './case-history.tsx'
import { ClinicAnswer } from './clinic-answer.tsx'
import { CriticalNote } from './critical-note.tsx'
import { PatientInfo } from './patient-info.tsx'
import { Attachments, Radiographs } from './radiographs.tsx'
import { ReadingWork } from './reading-work.tsx'
import { ReportVersions } from './report-versions.tsx'
import styles from './reading.module.css'

/** One case on one screen: patient and history, images, and the texts or the question. */
export function CasePage({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  useCaseChanges()
  const { data: radCase, error, refetch } = useQuery(caseQueries.one(caseId))
  if (radCase) return <CaseContent radCase={radCase} />
  if (!error) return <Skeleton height={480} m="md" />
  return (
    <StatePanel
      icon={<Icon icon={IconFolderOff} size="3xl" />}
      title={t('caseReading:failed.title')}
      text={getErrorMessage(error)}
    >
      <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>
      <Button component={Link} to="/cases" variant="default">
        {t('caseReading:action.back')}
      </Button>
    </StatePanel>
  )
}

function CaseContent({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const actor = useActor()
  const may = (action: Parameters<typeof mayActOnCase>[1]) => mayActOnCase(actor, action, radCase)
  const isReader = may('saveFindings')
  const columns = (right: ReactNode) => (
    <div className={styles.columns}>
      <div
        className={styles.column}
        tabIndex={0}
        role="group"
        aria-label={t('caseReading:part.patient')}
      >
        <PatientInfo radCase={radCase} />
        <section className={styles.part}>
          <h2>{t('caseReading:part.attachments')}</h2>
          <Attachments radCase={radCase} />
        </section>
      </div>
      <div
        className={styles.column}
        tabIndex={0}
        role="group"
        aria-label={t('caseReading:part.radiographs')}
      >
        <section className={styles.part}>
          <h2>{t('caseReading:part.radiographs')}</h2>
          <Radiographs radCase={radCase} />
        </section>
      </div>
      <div
        className={styles.column}
        tabIndex={0}
        role="group"
        aria-label={t('caseReading:part.report')}
      >
        {right}
        <div className={styles.part}>
          <CaseThread
            caseId={radCase.id}
            mayWrite={may('writeMessage') && !(radCase.status === caseStatus.waiting && !isReader)}
          />
        </div>
        <CaseHistory caseId={radCase.id} />
      </div>
    </div>
  )
  if (isReader) return <ReadingLoader key={radCase.id} radCase={radCase} columns={columns} />
  return (
    <div className={styles.page}>
      <CaseBar radCase={radCase} />
      <CriticalNote radCase={radCase} />
      {columns(
        <>
          {may('answer') ? <ClinicAnswer radCase={radCase} /> : null}
          {radCase.reportVersion > 0 ? <ReportVersions radCase={radCase} /> : null}
        </>,
      )}
    </div>
  )
}

interface ReadingLoaderProps {
  readonly radCase: CaseDetail
  readonly columns: (right: ReactNode) => ReactNode
}

/** Loads the own draft before the fields are shown, so that it is never overwritten by empty ones. */
function ReadingLoader({ radCase, columns }: ReadingLoaderProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const {
    data: draft,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery(caseWorkQueries.findings(radCase.id))
  if (draft && isFetchedAfterMount)
    return (
      <ReadingWork
        radCase={radCase}
        draft={draft}
        signature={`${user.firstName} ${user.lastName}`.trim()}
        columns={columns}
      />
    )
  if (!error) return <Skeleton height={480} m="md" />
  return (
    <StatePanel
      icon={<Icon icon={IconFolderOff} size="3xl" />}
      title={t('caseReading:failed.title')}
      text={getErrorMessage(error)}
    >
      <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>
    </StatePanel>
  )
}
