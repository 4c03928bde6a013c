import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { useStore } from '../../../store.ts'
import type { Saver } from '../store/saver.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './save-status.module.css'

/** Shows whether all changes are saved; after a failure the user can retry at once. */
export function SaveStatus({ saver }: { readonly saver: Saver }) {
  const { t } = useTranslation()
  const { kind, reason } = useStore(saver.state)
  if (kind === 'failed') {
    const message = `${getErrorMessage(reason)} ${t('viewer:save.failedText')}`
    return (
      <button
        type="button"
        className={styles.state}
        data-kind={kind}
        data-hint={message}
        onClick={() => void saver.saveNow()}
      >
        <Icon icon={IconAlertTriangle} />
        <span role="status">{t('viewer:save.failed')}</span>
        <span className={styles.again}>{t('common:action.tryAgain')}</span>
      </button>
    )
  }
  const icon = kind === 'saved' ? IconCloudCheck : IconCloudUp
  return (
    <span className={styles.state} data-kind={kind} data-hint={t(`viewer:save.${kind}`)}>
      <Icon icon={icon} />
      <span className={styles.words} role="status">
        {t(`viewer:save.${kind}`)}
      </span>
    </span>
  )
}
