import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import styles from './stack-views.module.css'

/** The value under the pointer. */
export type ProbeStore = Store<number | undefined>

interface ProbeProps {
  readonly store: ProbeStore
  /** HU, or null if the values have no unit. */
  readonly unit: string | null
  readonly isApproximate: boolean
}

export function Probe({ store, unit, isApproximate }: ProbeProps) {
  const { i18n } = useTranslation()
  const value = useStore(store)
  if (value === undefined) return null
  const number = new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: 1,
    useGrouping: false,
  }).format(value)
  return (
    <p className={styles.probe} data-line="probe">
      {[isApproximate ? '≈' : '', number, unit ?? ''].filter(Boolean).join('\u00A0')}
    </p>
  )
}
