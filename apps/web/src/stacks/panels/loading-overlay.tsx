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
  readonly onRetry: () => void
  /** Undefined if the viewer is a part of a page. */
  readonly onBack: (() => void) | undefined
  /** Buttons of other features. */
  readonly slots?: ReactNode
}

/**
 * Covers the viewer until the series of the study are known. The buttons are there while it loads
 * too: a request may never be answered.
 */
export function LoadingOverlay({ status, error, onRetry, onBack, slots }: LoadingOverlayProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.overlay} data-loading>
      {error === undefined ? (
        <p role="status">{status}</p>
      ) : (
        <div className={styles.error} role="alert">
          <Icon icon={IconAlertTriangle} size="2xl" />
          <p>{t('stacks:error.shown', { message: error })}</p>
        </div>
      )}
      <div className={`${loadStyles.actions} ${styles.actions}`}>
        <button type="button" className={loadStyles.action} onClick={onRetry}>
          {t('common:action.tryAgain')}
        </button>
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
