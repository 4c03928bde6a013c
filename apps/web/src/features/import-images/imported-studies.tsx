import { Anchor } from '@mantine/core'
import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formatDay } from '../../ui/format/dates.ts'
import styles from './import-dialog.module.css'

/**
 * A CD holds one or two studies; for an archive with thousands the study list is the better view.
 */
const maxListed = 6

async function fetchStudyName(id: StudyId, signal: AbortSignal) {
  const study = await call(routes.study.one, { params: { id } }, { signal })
  const patient = await call(routes.patient.one, { params: { id: study.patientId } }, { signal })
  return { name: patient.name, date: formatDay(study.createdOn) }
}

interface ImportedStudiesProps {
  readonly ids: readonly StudyId[]
  readonly goTo: (path: string) => void
}

export function ImportedStudies({ ids, goTo }: ImportedStudiesProps) {
  const { t } = useTranslation()
  const found = useQueries({
    queries: ids.slice(0, maxListed).map((id) => ({
      queryKey: ['imported-study', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchStudyName(id, signal),
      meta: { showsOwnError: true },
    })),
  })
  if (ids.length === 0) return null
  const more = ids.length - maxListed
  return (
    <div>
      <p className={styles.state}>{t('imageForms:import.studies', { count: ids.length })}</p>
      <ul className={styles.studies}>
        {ids.slice(0, maxListed).map((id, index) => {
          const study = found[index]?.data
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
