import { Anchor } from '@mantine/core'
import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { day } from '../../ui/dates.ts'
import styles from './import-dialog.module.css'

/** A CD has one or two, a whole archive thousands, which the list of studies shows better. */
const listed = 6

async function nameOf(id: StudyId, signal: AbortSignal) {
  const study = await call(routes.study.one, { params: { id } }, { signal })
  const patient = await call(routes.patient.one, { params: { id: study.patientId } }, { signal })
  return { name: patient.name, date: day(study.createdOn) }
}

interface ImportedStudiesProps {
  readonly ids: readonly StudyId[]
  readonly goTo: (path: string) => void
}

export function ImportedStudies({ ids, goTo }: ImportedStudiesProps) {
  const { t } = useTranslation()
  const found = useQueries({
    queries: ids.slice(0, listed).map((id) => ({
      queryKey: ['imported-study', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => nameOf(id, signal),
      meta: { showsOwnError: true },
    })),
  })
  if (ids.length === 0) return null
  const more = ids.length - listed
  return (
    <div>
      <p className={styles.state}>{t('imageForms:import.studies', { count: ids.length })}</p>
      <ul className={styles.studies}>
        {ids.slice(0, listed).map((id, place) => {
          const study = found[place]?.data
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
