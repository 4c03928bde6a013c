import { limits } from '@talus/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './progress-bar.module.css'

/**
 * A bar at the top edge for work that takes longer than 300 ms, so that short work does not
 * flicker.
 */
export const ProgressBar = ({ isBusy }: { readonly isBusy: boolean }) => (isBusy ? <Bar /> : null)

function Bar() {
  const { t } = useTranslation()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), limits.progressAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return <div className={styles.bar} role="progressbar" aria-label={t('common:state.working')} />
}
