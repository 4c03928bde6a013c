import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { LoadingTrack } from './loading-track.tsx'
import styles from './load-state.module.css'

/** Loading progress of the full image, shown above the preview. */
export function LoadingProgress(props: {
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
      <LoadingTrack share={progress} />
      <span className={styles.percent}>{t('viewer:cell.loading', { percent })}</span>
    </div>
  )
}

interface LoadFailureProps {
  readonly reason: string
  readonly onRetry: () => void
  /** Undefined if the original cannot be downloaded. */
  readonly onDownload?: (() => void) | undefined
}

/** Error of an image that cannot be shown, with the remaining actions. Other images still load. */
export function LoadFailure({ reason, onRetry, onDownload }: LoadFailureProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.failed} role="alert">
      <Icon icon={IconPhotoOff} size="2xl" />
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
