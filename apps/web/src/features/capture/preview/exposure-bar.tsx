import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { deviationText, exposureOf } from './exposure-words.ts'
import styles from './exposure-bar.module.css'

type Measured = Pick<Image, 'exposureIndex' | 'deviationIndex'>

/** How much radiation the detector got, against what was wanted: a word first, then the numbers. */
export function ExposureBar({ exposureIndex, deviationIndex }: Measured) {
  const { t, i18n } = useTranslation()
  if (exposureIndex === null && deviationIndex === null)
    return <p className={styles.unknown}>{t('capture:exposure.unknown')}</p>
  const shown = deviationIndex === null ? undefined : exposureOf(deviationIndex)
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('capture:exposure.title')}
      data-tone={shown?.tone}
    >
      {shown ? (
        <>
          <span className={styles.band}>
            {shown.tone === 'green' ? (
              <IconCircleCheck size={20} stroke={2} aria-hidden />
            ) : (
              <IconAlertTriangle size={20} stroke={2} aria-hidden />
            )}
            {t(`capture:exposure.band.${shown.band}`)}
          </span>
          <span className={styles.scale} aria-hidden>
            <span className={styles.mark} style={{ left: `${shown.at * 100}%` }} />
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
            <dd>{deviationText(deviationIndex, i18n.language)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
