import { Button, Skeleton } from '@mantine/core'
import type { CaseFindings, CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { createReportAddress } from '../../../api/records/case-work.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import styles from './case-report.module.css'

interface ReportFrameProps {
  readonly caseId: CaseId
  /** The texts of a preview; undefined for the stored report. */
  readonly texts: CaseFindings | undefined
  readonly version: number
}

/** The browser's own viewer for the PDF. The address works once, so it is never fetched again. */
export function ReportFrame({ caseId, texts, version }: ReportFrameProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['case-report-address', caseId, version],
    queryFn: () => createReportAddress(caseId, texts),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { showsOwnError: true },
  })
  if (error) return <ErrorNote text={getErrorMessage(error)} />
  if (data === undefined) return <Skeleton height={480} />
  // Phones and some browsers have no viewer of their own.
  if (!navigator.pdfViewerEnabled)
    return (
      <div className={styles.note}>
        <p>{t('caseReading:report.noPdfViewer')}</p>
        <Button component="a" href={data} target="_blank" rel="noopener noreferrer">
          {t('caseReading:report.openPdf')}
        </Button>
      </div>
    )
  // Chromium shows no PDF in a sandboxed frame; the response has a policy without scripts instead.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      className={styles.frame}
      // The pages in full width: the column of thumbnails would take a third of a small screen.
      src={`${data}#navpanes=0&view=FitH`}
      title={t('shell:title.casereport')}
      referrerPolicy="no-referrer"
    />
  )
}
