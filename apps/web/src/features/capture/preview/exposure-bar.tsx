import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { formatDeviation, describeExposure } from './exposure-labels.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './exposure-bar.module.css'

type ExposureValues = Pick<Image, 'exposureIndex' | 'deviationIndex'>

/**
 * Shows the exposure of the detector compared with its target: the band first, then both indices.
 */
export function ExposureBar({ exposureIndex, deviationIndex }: ExposureValues) {
  const { t, i18n } = useTranslation()
  if (exposureIndex === null && deviationIndex === null)
    return <p className={styles.unknown}>{t('capture:exposure.unknown')}</p>
  const reading = deviationIndex === null ? undefined : describeExposure(deviationIndex)
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('capture:exposure.title')}
      data-tone={reading?.tone}
    >
      {reading ? (
        <>
          <span className={styles.band}>
            {reading.tone === 'green' ? (
              <Icon icon={IconCircleCheck} size="lg" />
            ) : (
              <Icon icon={IconAlertTriangle} size="lg" />
            )}
            {t(`capture:exposure.band.${reading.band}`)}
          </span>
          <span className={styles.scale} aria-hidden>
            <span className={styles.mark} style={{ left: `${reading.at * 100}%` }} />
          </span>
        </>
      ) : null}
      <dl className={styles.numbers}>
        {exposureIndex === null ? null : (
          <div data-hint={t('capture:exposure.eiHint')}>
            <dt>{t('capture:exposure.ei')}</dt>
            <dd>{whole.format(exposureIndex)}</dd>
          </div>
        )}
        {deviationIndex === null ? null : (
          <div data-hint={t('capture:exposure.diHint')}>
            <dt>{t('capture:exposure.di')}</dt>
            <dd>{formatDeviation(deviationIndex, i18n.language)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
