import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { standingOf } from '@talus/measurements'
import type { Measured, Reference } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import { measuredWords, valueWords } from '../../../tools/words.ts'
import { rangeScale } from './range-scale.ts'
import styles from './guided.module.css'

interface ReferenceRangeProps {
  readonly measured: Measured
  readonly reference: Reference
  readonly breed: string | undefined
  /** Says which value it is about, where there are several. */
  readonly isNamed: boolean
}

const standingIcons = {
  below: <IconArrowDown size={14} stroke={2} aria-hidden />,
  within: <IconCheck size={14} stroke={2} aria-hidden />,
  above: <IconArrowUp size={14} stroke={2} aria-hidden />,
}

/** Where a value lies among those of healthy animals: as a mark on a line, and in words. */
export function ReferenceRange({ measured, reference, breed, isNamed }: ReferenceRangeProps) {
  const { t, i18n } = useTranslation()
  const { low, high, mean, population, isDeviation, citation } = reference
  const standing = standingOf(reference, measured)
  const plain = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value)
  const unit = (value: number) =>
    valueWords({ ...measured, value, decimals: value % 1 === 0 ? 0 : 1 })
  const range =
    low !== undefined && high !== undefined
      ? t('viewerPanel:reference.between', { low: plain(low), high: unit(high) })
      : low !== undefined
        ? t('viewerPanel:reference.atLeast', { low: unit(low) })
        : high !== undefined
          ? t('viewerPanel:reference.atMost', { high: unit(high) })
          : mean === undefined
            ? ''
            : t('viewerPanel:reference.mean', { mean: unit(mean) })
  const scale = rangeScale(reference, measured.value)
  return (
    <div className={styles.reference}>
      <p className={styles.standing} data-standing={standing}>
        {standing ? standingIcons[standing] : null}
        {isNamed ? <b>{measuredWords(measured)}</b> : null}
        {standing ? <span>{t(`viewerPanel:reference.${standing}`)}</span> : null}
      </p>
      {scale ? (
        <svg className={styles.scale} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
          <line x1="0" x2="100" y1="5" y2="5" className={styles.axis} />
          <rect
            x={scale.from * 100}
            width={(scale.to - scale.from) * 100}
            y="2"
            height="6"
            className={styles.usual}
          />
          <rect x={scale.at * 100 - 0.6} width="1.2" y="0" height="10" className={styles.mark} />
        </svg>
      ) : null}
      <p className={styles.note}>
        {t(`viewerPanel:reference.population.${population}`, { breed: breed ?? '', range })}
        {isDeviation ? ` ${t('viewerPanel:reference.deviation')}` : null}
        {citation ? <cite>{citation}</cite> : null}
      </p>
      <p className={styles.note}>{t('viewerPanel:reference.notDiagnosis')}</p>
    </div>
  )
}
