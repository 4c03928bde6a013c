import { Anchor } from '@mantine/core'
import { formatPatientName } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { patientQueries } from '../../api/records/patient.ts'
import { studyQueries } from '../../api/records/study.ts'
import { useClinicZone } from '../../api/selected-clinic.ts'
import { formatDay } from '../../ui/format/dates.ts'
import styles from './import-dialog.module.css'

/**
 * A CD holds one or two studies; for an archive with thousands the study list is the better view.
 */
const maxListed = 6

/** Without an answer of the server the study is listed by its number. */
const ownError = { meta: { showsOwnError: true } } as const

/** Loads the names of the patients and the dates of the studies. */
function useStudyNames(ids: readonly StudyId[]) {
  const { t } = useTranslation()
  const timeZone = useClinicZone()
  const studies = useQueries({
    queries: ids.map((id) => ({ ...studyQueries.one(id), ...ownError })),
  })
  const patients = useQueries({
    queries: studies.map(({ data }) => ({ ...patientQueries.one(data?.patientId), ...ownError })),
  })
  return studies.map(({ data: study }, index) => {
    const patient = patients[index]?.data
    const date = study && formatDay(study.createdOn, timeZone)
    return (
      patient &&
      date && {
        name: formatPatientName(t, patient.name, { number: patient.patientId }),
        number: patient.patientId,
        date,
      }
    )
  })
}

interface ImportedStudiesProps {
  readonly ids: readonly StudyId[]
  readonly goTo: (path: string) => void
}

export function ImportedStudies({ ids, goTo }: ImportedStudiesProps) {
  const { t } = useTranslation()
  const listed = ids.slice(0, maxListed)
  const names = useStudyNames(listed)
  if (ids.length === 0) return null
  const more = ids.length - maxListed
  return (
    <div>
      <p className={styles.state}>{t('imageForms:import.studies', { count: ids.length })}</p>
      <ul className={styles.studies}>
        {listed.map((id, index) => {
          const study = names[index]
          return (
            <li key={id}>
              <Anchor
                component="button"
                type="button"
                onClick={() => goTo(`/viewer?studyId=${id}`)}
              >
                {study
                  ? t('imageForms:import.study', study)
                  : t('imageForms:import.studyNumber', { id })}
              </Anchor>
            </li>
          )
        })}
      </ul>
      {more > 0 ? (
        <p className={styles.text}>{t('imageForms:import.moreStudies', { count: more })}</p>
      ) : null}
    </div>
  )
}
