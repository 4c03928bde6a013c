import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import loadStyles from '../../viewer/core/viewport/load-state.module.css'
import styles from './loading-overlay.module.css'

interface LoadingOverlayProps {
  /** The part that is being loaded. */
  readonly status?: string
  /** Why nothing can be shown. */
  readonly error?: string
  readonly onRetry?: () => void
  readonly onBack?: (() => void) | undefined
  /** Buttons of other features. */
  readonly slots?: ReactNode
}

/** Covers the viewer until the series of the study are known. */
export function LoadingOverlay({ status, error, onRetry, onBack, slots }: LoadingOverlayProps) {
  const { t } = useTranslation()
  if (error === undefined)
    return (
      <div className={styles.overlay} role="status" data-loading>
        <p>{status}</p>
      </div>
    )
  return (
    <div className={styles.overlay} role="alert" data-loading>
      <Icon icon={IconAlertTriangle} size="2xl" />
      <p>{t('stacks:error.shown', { message: error })}</p>
      <div className={loadStyles.actions}>
        {onRetry ? (
          <button type="button" className={loadStyles.action} onClick={onRetry}>
            {t('common:action.tryAgain')}
          </button>
        ) : null}
        {onBack ? (
          <button type="button" className={loadStyles.action} onClick={onBack}>
            {t('viewerPanel:back')}
          </button>
        ) : null}
        {slots}
      </div>
    </div>
  )
}
