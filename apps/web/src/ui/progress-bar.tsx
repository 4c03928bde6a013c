import { limits } from '@talus/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './progress-bar.module.css'

/** At the top edge, for whatever takes longer than 300 ms; shorter work does not flicker. */
export function ProgressBar({ isBusy }: { readonly isBusy: boolean }) {
  const { t } = useTranslation()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isBusy) {
      setLong(false)
      return
    }
    const timer = setTimeout(() => setLong(true), limits.progressAfterMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  if (!isLong) return null
  return <div className={styles.bar} role="progressbar" aria-label={t('common:state.working')} />
}
