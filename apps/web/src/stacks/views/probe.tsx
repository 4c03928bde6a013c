import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import { formatNumber } from '../../viewer/core/format-number.ts'
import { formatDecimal } from './overlay-texts.ts'
import styles from './stack-views.module.css'

/** The value under the pointer. */
export type ProbeStore = Store<number | undefined>

/** A physical quantity for a modality value. */
export type ToRealWorld = (
  value: number,
) => { readonly value: number; readonly unit: string } | undefined

interface ProbeProps {
  readonly store: ProbeStore
  /** HU, or null if the values have no unit. */
  readonly unit: string | null
  readonly isApproximate: boolean
  readonly toRealWorld: ToRealWorld | undefined
}

/** Diffusion coefficients are small: their digits count from the first one that is not zero. */
function formatQuantity(language: string, quantity: ReturnType<ToRealWorld>): string {
  if (!quantity) return ''
  const { value, unit } = quantity
  if (!Number.isFinite(value)) return ''
  const number = formatNumber(language, value, { maximumSignificantDigits: 4, useGrouping: false })
  // The code of UCUM for a number without a unit.
  return unit === '' || unit === '1' ? number : `${number}\u00A0${unit}`
}

export function Probe({ store, unit, isApproximate, toRealWorld }: ProbeProps) {
  const { t, i18n } = useTranslation()
  const value = useStore(store)
  if (value === undefined || !Number.isFinite(value)) return null
  const number = formatDecimal(i18n.language, value, 1)
  const quantity = formatQuantity(i18n.language, toRealWorld?.(value))
  return (
    <p className={styles.probe} data-line="probe">
      {[isApproximate ? '≈' : '', unit === 'HU' ? t('measure:unit.hu', { value: number }) : number]
        .concat(unit === null || unit === 'HU' ? [] : [unit])
        .filter(Boolean)
        .join('\u00A0')}
      {quantity ? (
        <span className={styles.quantity} data-line="quantity">
          {quantity}
        </span>
      ) : null}
    </p>
  )
}
