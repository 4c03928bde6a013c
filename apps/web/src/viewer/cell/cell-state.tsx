import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import styles from './cell-state.module.css'

/** How much of the full image has come; the preview stands below it already. */
export function Arriving(props: {
  readonly progress: Store<number>
  readonly hasPreview: boolean
}) {
  const { t, i18n } = useTranslation()
  const progress = useStore(props.progress)
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
  }).format(progress)
  return (
    <div className={styles.arriving} data-first={props.hasPreview ? undefined : true}>
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${progress * 100}%` }} />
      </span>
      <span className={styles.percent}>{t('viewer:cell.loading', { percent })}</span>
    </div>
  )
}

interface FailedProps {
  readonly reason: string
  readonly onRetry: () => void
  /** Absent where there is no original to be had. */
  readonly onDownload?: (() => void) | undefined
}

/** An image that cannot be shown, why, and what is left to do. The others still show. */
export function Failed({ reason, onRetry, onDownload }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.failed} role="alert">
      <IconPhotoOff size={28} stroke={1.5} aria-hidden />
      <p className={styles.title}>{t('viewer:cell.failed')}</p>
      <p className={styles.reason}>{reason}</p>
      <div className={styles.actions}>
        <button type="button" className={styles.action} onClick={onRetry}>
          {t('common:action.tryAgain')}
        </button>
        {onDownload ? (
          <button type="button" className={styles.action} onClick={onDownload}>
            {t('viewer:cell.original')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
