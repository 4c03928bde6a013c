import { IconTrendingUp } from '@tabler/icons-react'
import { routes } from '@talus/contract/routes'
import type { PatientId, PatientMeasurement } from '@talus/contract'
import { findRecentRise, findReferenceRange, computeVhsTrend } from '@talus/measurements'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api/call.ts'
import type { PanelData } from '../../panel/panel-props.ts'
import { useDrawings } from '../use-drawings.ts'
import { TrendChart } from './trend-chart.tsx'
import { useSpeciesAndBreed } from './use-species-and-breed.ts'
import { mergeOpenStudy } from './merge-open-study.ts'
import { Icon } from '../../../../ui/display/icon.tsx'
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
  readonly panelData: PanelData
  readonly patientId: PatientId
  readonly timeZone: string | undefined
}

/** Heart scores of the patient over time: those saved, and those on the screen now. */
export function HeartTrend({ panelData, patientId, timeZone }: HeartTrendProps) {
  const { store, source } = panelData
  const { t, i18n } = useTranslation()
  const images = useDrawings(store)
  const { data: saved = [] } = useQuery(heartScoresQuery(patientId))
  const trend = computeVhsTrend(mergeOpenStudy(saved, source, images))
  const patient = useSpeciesAndBreed(patientId)
  // A single value is already shown in the list of measurements.
  if (trend.length < 2) return null
  const reference = findReferenceRange('vhs', patient)
  const rise = findRecentRise(trend)
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
          <Icon icon={IconTrendingUp} size="sm" />
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
