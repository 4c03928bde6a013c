import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { formatBreed } from '@talus/anatomy'
import { compareToRange } from '@talus/measurements'
import type { MeasuredValue, ReferenceRange } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import { getValueLabel, formatValue } from '../../../core/drawing/labels.ts'
import { toLanguage } from '../../../../language.ts'
import { createRangeScale } from './range-scale.ts'
import { Icon } from '../../../../ui/display/icon.tsx'
import styles from './guided.module.css'

interface ReferenceRangeNoteProps {
  readonly measured: MeasuredValue
  readonly reference: ReferenceRange
  readonly breed: string | undefined
  /** Whether to show the name of the value, if there are several. */
  readonly isNamed: boolean
}

const comparisonIcons = {
  below: <Icon icon={IconArrowDown} size="xs" />,
  within: <Icon icon={IconCheck} size="xs" />,
  above: <Icon icon={IconArrowUp} size="xs" />,
}

/** Compares a value with the range of healthy animals, as a mark on a scale and as text. */
export function ReferenceRangeNote({
  measured,
  reference,
  breed,
  isNamed,
}: ReferenceRangeNoteProps) {
  const { t, i18n } = useTranslation()
  const { low, high, mean, population, isDeviation, citation } = reference
  const comparison = compareToRange(reference, measured)
  const plain = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value)
  const unit = (value: number) =>
    formatValue({ ...measured, value, decimals: value % 1 === 0 ? 0 : 1 })
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
  const scale = createRangeScale(reference, measured.value)
  return (
    <div className={styles.reference}>
      <p className={styles.standing} data-standing={comparison}>
        {comparison ? comparisonIcons[comparison] : null}
        {isNamed ? <b>{getValueLabel(measured)}</b> : null}
        {comparison ? <span>{t(`viewerPanel:reference.${comparison}`)}</span> : null}
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
        {t(`viewerPanel:reference.population.${population}`, {
          breed: formatBreed(breed ?? '', toLanguage(i18n.language)),
          range,
        })}
        {isDeviation ? ` ${t('viewerPanel:reference.deviation')}` : null}
        {citation ? <cite>{citation}</cite> : null}
      </p>
      <p className={styles.note}>{t('viewerPanel:reference.notDiagnosis')}</p>
    </div>
  )
}
