import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../api/call.ts'
import { useStore } from '../store.ts'
import type { Saver } from './store/saver.ts'
import styles from './save-state.module.css'

/** Whether what was drawn has reached the server; a failure can be tried again at once. */
export function SaveState({ saver }: { readonly saver: Saver }) {
  const { t } = useTranslation()
  const { kind, reason } = useStore(saver.state)
  if (kind === 'failed') {
    const what = `${wordsOf(reason)} ${t('viewer:save.failedText')}`
    return (
      <button
        type="button"
        className={styles.state}
        data-kind={kind}
        data-hint={what}
        onClick={() => void saver.saveNow()}
      >
        <IconAlertTriangle size={18} stroke={1.5} aria-hidden />
        <span role="status">{t('viewer:save.failed')}</span>
        <span className={styles.again}>{t('common:action.tryAgain')}</span>
      </button>
    )
  }
  const Icon = kind === 'saved' ? IconCloudCheck : IconCloudUp
  return (
    <span className={styles.state} data-kind={kind} data-hint={t(`viewer:save.${kind}`)}>
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className={styles.words} role="status">
        {t(`viewer:save.${kind}`)}
      </span>
    </span>
  )
}
