import { IconTrendingUp } from '@tabler/icons-react'
import type { ImageId, PatientMeasurement } from '@talus/contract'
import { findRecentRise, findReferenceRange, computeVhsTrend } from '@talus/measurements'
import type { SpeciesAndBreed } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import type { PanelData } from '../../../core/panel/panel-data.ts'
import { useTrend } from '../../../core/source-queries.ts'
import type { ViewerSource } from '../../../core/source.ts'
import { useDrawings } from '../use-drawings.ts'
import type { ImageDrawings } from '../use-drawings.ts'
import { TrendChart } from './trend-chart.tsx'
import { Icon } from '../../../../ui/display/icon.tsx'
import styles from './guided.module.css'

/** Saved measurements, with those of the open study replaced by its current drawings. */
function mergeOpenStudy(
  saved: readonly PatientMeasurement[],
  { images, studyId }: Pick<ViewerSource, 'images' | 'studyId'>,
  states: ReadonlyMap<ImageId, ImageDrawings>,
): readonly PatientMeasurement[] {
  const own = images.flatMap(({ id: imageId, createdOn, bodyPart, bodyPartView, studyId }) =>
    (states.get(imageId)?.drawings ?? [])
      .filter(({ tool }) => tool === 'vhs')
      .map((drawing) => ({ studyId, imageId, createdOn, bodyPart, bodyPartView, drawing })),
  )
  return [...saved.filter((one) => one.studyId !== studyId), ...own]
}

interface HeartTrendProps {
  readonly panelData: PanelData
  readonly patient: SpeciesAndBreed
  readonly timeZone: string | undefined
}

/** Heart scores of the patient over time: those saved, and those on the screen now. */
export function HeartTrend({ panelData, patient, timeZone }: HeartTrendProps) {
  const { store, source } = panelData
  const { t, i18n } = useTranslation()
  const images = useDrawings(store)
  const saved = useTrend(source, 'vhs')
  const trend = computeVhsTrend(mergeOpenStudy(saved, source, images))
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
