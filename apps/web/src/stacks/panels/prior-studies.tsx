import type { Stack } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/error-message.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { usePriorStudies } from '../../viewer/core/source-queries.ts'
import type { ComparedStudy, ViewerSource } from '../../viewer/core/source.ts'
import { getPrior, toPriorStacks } from '../scene/prior-stacks.ts'
import { chooseFirstStack } from '../scene/scene.ts'
import { sliceModalities } from '../source/stack-images.ts'
import { studyStacksQuery } from '../source/stack-source.ts'
import styles from './series-list.module.css'

interface PriorStudiesProps {
  readonly source: ViewerSource
  readonly timeZone: string | undefined
  /** The series of all opened studies. */
  readonly stacks: readonly Stack[]
  /** Adds the series of another study to those that can be shown. */
  readonly onOpened: (stacks: readonly Stack[]) => void
  readonly onShow: (stack: Stack) => void
  readonly renderSeries: (stack: Stack) => ReactNode
}

/** A study of radiographs may have slices too; they are named, not the modality of the study. */
const listSliceModalities = ({ modality, seriesModalities }: ComparedStudy) =>
  sliceModalities.filter((one) => one === modality || seriesModalities.includes(one))

/** Other CT and MR studies of the patient, whose series can be shown beside those of this study. */
export function PriorStudies(props: PriorStudiesProps) {
  const { source, timeZone, stacks, onOpened, onShow, renderSeries } = props
  const { t } = useTranslation()
  const { data } = usePriorStudies(source)
  const client = useQueryClient()
  const [loading, setLoading] = useState<ComparedStudy['id']>()
  const others = (data ?? [])
    .filter((study) => study.id !== source.studyId && !study.isDeleted)
    .filter((study) => listSliceModalities(study).length > 0)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
  if (others.length === 0) return null
  const open = async (study: ComparedStudy) => {
    setLoading(study.id)
    try {
      const added = toPriorStacks(study, await client.query(studyStacksQuery(study.id)))
      const first = chooseFirstStack(added)
      if (!first) return toast.info(t('stacks:error.noSeries'))
      onOpened(added)
      return onShow(first)
    } catch (error) {
      return toast.error(getErrorMessage(error))
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <section className={styles.part} aria-label={t('stacks:prior.title')}>
      <h2 className={styles.heading}>{t('stacks:prior.title')}</h2>
      <ul className={styles.list}>
        {others.map((study) => {
          const opened = stacks.filter((stack) => getPrior(stack)?.studyId === study.id)
          const day = formatDay(study.createdOn, timeZone)
          return opened.length > 0 ? (
            <li key={study.id}>
              <p className={styles.facts}>{day}</p>
              <ul className={styles.list}>{opened.map(renderSeries)}</ul>
            </li>
          ) : (
            <li key={study.id}>
              <button
                type="button"
                className={styles.series}
                disabled={loading !== undefined}
                onClick={() => void open(study)}
              >
                <span className={styles.name}>{day}</span>
                <span className={styles.facts}>
                  {[
                    listSliceModalities(study)
                      .map((one) => t(`studies:modality.${one}`))
                      .join(', '),
                    t('stacks:prior.open'),
                  ].join(' · ')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
