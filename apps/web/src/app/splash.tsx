import { useTranslation } from 'react-i18next'
import { TalusMark } from '../ui/art/talus-mark.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import styles from './splash.module.css'

/** Until the first page is known; it appears only when that takes longer than a blink. */
export function Splash() {
  const { t } = useTranslation()
  return (
    <main className={styles.splash} aria-label={t('common:state.loading')}>
      <ProgressBar isBusy />
      <span className={styles.mark}>
        <TalusMark size={40} />
      </span>
    </main>
  )
}
