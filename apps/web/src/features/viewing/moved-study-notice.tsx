import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { PatientId, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { patientQueries } from '../../api/records/patient.ts'
import { studyQueries } from '../../api/records/study.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './moved-study-notice.module.css'

/** The page fetches the study itself, and shows why it cannot. */
const observed = {
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  meta: { showsOwnError: true },
} as const

/** The patient that the study got while it is open, until the user has read it. */
function useNewPatient(studyId: StudyId) {
  const patientId = useQuery({ ...studyQueries.one(studyId), ...observed }).data?.patientId
  const [known, setKnown] = useState(patientId)
  const [newId, setNewId] = useState<PatientId>()
  if (patientId !== undefined && patientId !== known) {
    setKnown(patientId)
    // Also back to the first one: the user has read the name of the other.
    if (known !== undefined) setNewId(patientId)
  }
  const patient = useQuery({ ...patientQueries.one(newId), meta: { showsOwnError: true } }).data
  return { patient, dismiss: () => setNewId(undefined) }
}

interface MovedStudyPageProps {
  readonly studyId: StudyId
  readonly children: ReactNode
}

/** A page about a study, with a notice above it once the study is moved to another patient. */
export function MovedStudyPage({ studyId, children }: MovedStudyPageProps) {
  const { t } = useTranslation()
  const { patient, dismiss } = useNewPatient(studyId)
  return (
    <div className={styles.page} data-moved={patient ? '' : undefined}>
      {/* The region exists from the start: a screen reader announces only what is added to it. */}
      <div role="status">
        {patient ? (
          <div className={styles.notice}>
            <Icon icon={IconAlertTriangle} size="lg" />
            <span>
              {t('studies:moved', {
                name: formatPatientName(t, patient.name, { number: patient.patientId }),
                number: patient.patientId,
              })}
            </span>
            <Button size="compact-sm" variant="default" onClick={dismiss}>
              {t('common:notices.dismiss')}
            </Button>
          </div>
        ) : null}
      </div>
      {children}
    </div>
  )
}
