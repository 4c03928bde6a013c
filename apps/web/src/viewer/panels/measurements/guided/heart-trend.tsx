import { IconTrendingUp } from '@tabler/icons-react'
import { routes } from '@talus/contract/routes'
import type { PatientId, PatientMeasurement } from '@talus/contract'
import { recentRise, referenceOf, vhsTrend } from '@talus/measurements'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api/call.ts'
import type { PanelFacts } from '../../right-panel/panel-props.ts'
import { useDrawn } from '../use-drawn.ts'
import { TrendChart } from './trend-chart.tsx'
import { useAnimal } from './use-animal.ts'
import { withOwn } from './with-own.ts'
import styles from './guided.module.css'

const heartScoresQuery = (patientId: PatientId) =>
  queryOptions({
    queryKey: ['viewerState', 'ofPatient', patientId, 'vhs'],
    queryFn: ({ signal }): Promise<readonly PatientMeasurement[]> =>
      call(
        routes.viewerState.ofPatient,
        { params: { patientId }, query: { tool: 'vhs' } },
        { signal, isQuiet: true },
      ),
    meta: { showsOwnError: true },
  })

interface HeartTrendProps {
  readonly facts: PanelFacts
  readonly patientId: PatientId
  readonly timeZone: string | undefined
}

/** The heart of this patient over the years: what was saved, and what is on the screen now. */
export function HeartTrend({ facts, patientId, timeZone }: HeartTrendProps) {
  const { store, source } = facts
  const { t, i18n } = useTranslation()
  const images = useDrawn(store)
  const { data: saved = [] } = useQuery(heartScoresQuery(patientId))
  const trend = vhsTrend(withOwn(saved, source, images))
  const animal = useAnimal(patientId)
  // One point is told by its own line in the list.
  if (trend.length < 2) return null
  const reference = referenceOf('vhs', animal)
  const rise = recentRise(trend)
  return (
    <section className={styles.trend}>
      <h2>{t('viewerPanel:trend.title')}</h2>
      <TrendChart
        points={trend.map(({ value, measurement }) => ({
          value,
          at: measurement.createdOn,
          isNow: measurement.studyId === source.studyId,
        }))}
        band={reference}
        timeZone={timeZone}
      />
      {rise === undefined ? null : (
        <p className={styles.rise}>
          <IconTrendingUp size={16} stroke={2} aria-hidden />
          <span>
            {t('viewerPanel:trend.rise', {
              by: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(rise),
            })}
          </span>
        </p>
      )}
    </section>
  )
}
