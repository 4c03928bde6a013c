import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { serverLost } from '../../api/server-contact.ts'
import { useStore } from '../../store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './contact-notice.module.css'

/** Says that the page may be old, while the server cannot be reached. */
export function ContactNotice() {
  const { t } = useTranslation()
  const isLost = useStore(serverLost)
  // The region exists from the start: a screen reader announces only what is added to it.
  return (
    <div role="status">
      {isLost ? (
        <p className={styles.notice}>
          <Icon icon={IconCloudOff} size="lg" />
          <span>{t('shell:serverLost')}</span>
        </p>
      ) : null}
    </div>
  )
}
