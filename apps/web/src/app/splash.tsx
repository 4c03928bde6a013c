import { useTranslation } from 'react-i18next'
import { TalusMark } from '../ui/art/talus-mark.tsx'
import { ProgressBar } from '../ui/display/progress-bar.tsx'
import styles from './splash.module.css'

/** Shown until the first page is loaded; the style sheet delays it, so that it does not flash. */
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
