import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { KindIcon } from './kind-icon.tsx'
import { pauseToast, notices, resumeToast } from './toast-store.ts'
import styles from './toast-region.module.css'

/**
 * Shows toasts at the bottom right. A screen reader announces them only if the region exists
 * before.
 */
export function ToastRegion() {
  const { t } = useTranslation()
  const { shown } = useStore(notices.store)
  return (
    <div className={styles.region} role="status" aria-live="polite" aria-relevant="additions">
      {shown.map(({ id, kind, text, action }) => (
        <div
          key={id}
          className={styles.toast}
          data-kind={kind}
          onPointerEnter={() => pauseToast(id)}
          onPointerLeave={() => resumeToast(id)}
          onFocus={() => pauseToast(id)}
          onBlur={() => resumeToast(id)}
        >
          <KindIcon kind={kind} />
          <span className={styles.text}>{text}</span>
          {action ? (
            <Button
              className={styles.action ?? ''}
              variant="default"
              onClick={() => {
                notices.hide(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <CloseButton
            size={32}
            iconSize={16}
            aria-label={t('common:notices.dismiss')}
            onClick={() => notices.hide(id)}
          />
        </div>
      ))}
    </div>
  )
}
