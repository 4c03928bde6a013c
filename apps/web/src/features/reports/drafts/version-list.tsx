import { Skeleton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { formatCaseReportNumber } from '@talus/contract'
import type { StudyId, StudyReport } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import styles from './drafts.module.css'

interface VersionListOptions {
  readonly studyId: StudyId
  /** Copies the pages of a version into the draft. */
  readonly onStart: (version: StudyReport) => Promise<void>
}

/** Lists the versions of the report of a study, to start the next one from the text of one. */
export const openVersionList = ({ title, ...options }: VersionListOptions & { title: string }) =>
  openForm(title, (close) => <VersionList {...options} onClose={close} />, 640)

interface VersionListProps extends VersionListOptions {
  readonly onClose: () => void
}

function VersionList({ studyId, onStart, onClose }: VersionListProps) {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  const { data: versions, error } = useQuery(reportQueries.versions(studyId))
  const [failure, setFailure] = useState<string>()
  if (!versions)
    return error ? <ErrorNote text={getErrorMessage(error)} /> : <Skeleton height={96} />
  if (versions.length === 0) return <p className={styles.none}>{t('report:versions.none')}</p>
  const start = async (version: StudyReport) => {
    try {
      await onStart(version)
      onClose()
    } catch (reason) {
      setFailure(getErrorMessage(reason))
    }
  }
  return (
    <>
      <p className={styles.intro}>{t('report:versions.intro')}</p>
      {failure === undefined ? null : <ErrorNote text={failure} />}
      <ul className={styles.rows} aria-label={t('report:versions.title')}>
        {versions.map((one) => {
          const { id, version, createdOn, username, isVerified, isOfOtherPatient } = one
          const { showsOtherPatient } = one
          return (
            <li key={id} className={styles.row}>
              <span className={styles.name}>
                <b>
                  {one.caseReport
                    ? t('report:versions.ofCase', {
                        number: formatCaseReportNumber(one.caseReport.caseId),
                        version: one.caseReport.version,
                      })
                    : t('report:versions.one', { version })}
                </b>
                <small>
                  {[
                    formatDateTime(createdOn, clinic?.timeZone),
                    username,
                    isVerified && t('report:versions.final'),
                    isOfOtherPatient && t('report:versions.otherPatient'),
                    showsOtherPatient && t('report:versions.showsOther'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <ExplainedButton
                variant="default"
                leftSection={<Icon icon={IconFileImport} />}
                reason={one.hasSource ? undefined : t('report:versions.noText')}
                aria-label={t('report:versions.startNamed', { version })}
                onClick={() => void start(one)}
              >
                {t('report:versions.start')}
              </ExplainedButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
