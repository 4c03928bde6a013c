import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { formatDeviation, describeExposure, isLowerBound } from './exposure-labels.ts'
import { formatOverexposure, isOverexposed } from '../../../ui/format/image-faults.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './exposure-bar.module.css'

type ExposureValues = Pick<Image, 'exposureIndex' | 'deviationIndex' | 'saturatedShare'>

/**
 * Shows the exposure of the detector compared with its target: the band first, then both indices.
 * Saturation outranks the band, because the detail is lost whatever the median is.
 */
export function ExposureBar({ exposureIndex, deviationIndex, saturatedShare }: ExposureValues) {
  const { t, i18n } = useTranslation()
  const isSaturated = isOverexposed({ saturatedShare })
  if (exposureIndex === null && deviationIndex === null && !isSaturated)
    return <p className={styles.unknown}>{t('capture:exposure.unknown')}</p>
  const reading = deviationIndex === null ? undefined : describeExposure(deviationIndex)
  const tone = isSaturated ? 'red' : reading?.tone
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  const bound = (value: string) =>
    isLowerBound(saturatedShare) ? t('capture:exposure.atLeast', { value }) : value
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('capture:exposure.title')}
      data-tone={tone}
    >
      {isSaturated ? (
        <span className={styles.band} data-hint={t('capture:exposure.saturatedHint')}>
          <Icon icon={IconAlertTriangle} size="lg" />
          {formatOverexposure(t, saturatedShare)}
        </span>
      ) : reading ? (
        <span className={styles.band}>
          <Icon icon={tone === 'green' ? IconCircleCheck : IconAlertTriangle} size="lg" />
          {t(`capture:exposure.band.${reading.band}`)}
        </span>
      ) : null}
      {reading ? (
        <span className={styles.scale} aria-hidden>
          <span className={styles.mark} style={{ left: `${reading.at * 100}%` }} />
        </span>
      ) : null}
      <dl className={styles.numbers}>
        {exposureIndex === null ? null : (
          <div data-hint={t('capture:exposure.eiHint')}>
            <dt>{t('capture:exposure.ei')}</dt>
            <dd>{bound(whole.format(exposureIndex))}</dd>
          </div>
        )}
        {deviationIndex === null ? null : (
          <div data-hint={t('capture:exposure.diHint')}>
            <dt>{t('capture:exposure.di')}</dt>
            <dd>{bound(formatDeviation(deviationIndex, i18n.language))}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
