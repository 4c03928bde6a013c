import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { KindIcon } from './kind-icon.tsx'
import { holdToast, notices, releaseToast } from './toast-store.ts'
import styles from './toast-region.module.css'

/** Bottom right, announced politely. The region is there before its first toast, or none is read. */
export function ToastRegion() {
  const { t } = useTranslation()
  const { shown } = useStore(notices.store)
  return (
    <div className={styles.region} role="status" aria-live="polite" aria-relevant="additions">
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className={styles.toast}
          data-kind={kind}
          onPointerEnter={() => holdToast(id)}
          onPointerLeave={() => releaseToast(id)}
          onFocus={() => holdToast(id)}
          onBlur={() => releaseToast(id)}
        >
          <KindIcon kind={kind} />
          <span className={styles.text}>{text}</span>
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
