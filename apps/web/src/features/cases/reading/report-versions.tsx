import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatCaseReportNumber } from '@talus/contract'
import type { CaseDetail, CaseReportVersion } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadCaseReport } from '../../../api/records/case.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { saveFile } from '../../../api/save-file.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useCaseZone } from '../../../api/case-zone.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { findingsFields } from './check-findings.ts'
import styles from './reading.module.css'

/** Downloads the newest PDF of a case. */
export function useReportDownload({ id }: Pick<CaseDetail, 'id'>) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => loadCaseReport({ params: { id } }),
    onSuccess: (file) => {
      const name = `${formatCaseReportNumber(id)}.pdf`
      saveFile(file, name)
      toast.savedFile(t('cases:report.saved', { name }))
    },
  })
}

/** The report and its addenda, which never change. */
export function ReportVersions({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { data: versions = [] } = useQuery(caseWorkQueries.versions(radCase.id))
  const download = useReportDownload(radCase)
  return (
    <section className={styles.part} aria-label={t('caseReading:part.report')}>
      <div className={styles.formHead}>
        <h2>{t('caseReading:part.report')}</h2>
        <Button
          leftSection={<Icon icon={IconDownload} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('cases:action.download')}
        </Button>
      </div>
      {versions.map((version) => (
        <Version key={version.version} version={version} />
      ))}
    </section>
  )
}

function Version({ version }: { readonly version: CaseReportVersion }) {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const { addendum, reason, signature, authorName, createdOn } = version
  const isReport = version.version === 1
  return (
    <article className={styles.version}>
      <p className={styles.versionHead}>
        <Badge tone={isReport ? 'green' : 'blue'}>
          {isReport
            ? t('caseReading:version.report')
            : t('caseReading:version.addendum', { number: version.version - 1 })}
        </Badge>
        <span>{authorName}</span>
        <time dateTime={createdOn}>{formatDateTime(createdOn, timeZone)}</time>
      </p>
      {isReport ? (
        findingsFields.map((field) =>
          version[field] === '' ? null : (
            <div key={field} className={styles.longFact}>
              <h3>{t(`caseReading:text.${field}`)}</h3>
              <p>{version[field]}</p>
            </div>
          ),
        )
      ) : (
        <div className={styles.longFact}>
          <p>{addendum}</p>
          <p className={styles.quiet}>{t('caseReading:version.reason', { reason })}</p>
        </div>
      )}
      {signature === '' ? null : <p className={styles.signature}>{signature}</p>}
    </article>
  )
}
