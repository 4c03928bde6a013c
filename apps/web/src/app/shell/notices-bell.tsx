import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { formatClockTime } from '../../ui/format/dates.ts'
import { DropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { KindIcon } from '../../ui/toasts/kind-icon.tsx'
import { notices } from '../../ui/toasts/toast-store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './notices-bell.module.css'

/** Lists the toasts shown so far, for a user who missed one. */
export function NoticesBell() {
  const { t } = useTranslation()
  const { history, unread } = useStore(notices.store)
  return (
    <DropdownPanel
      buttonClassName={styles.bell}
      buttonLabel={
        unread === 0 ? t('common:notices.title') : t('common:notices.unread', { count: unread })
      }
      label={t('common:notices.title')}
      width={360}
      onOpen={notices.markRead}
      button={
        <>
          <Icon icon={IconBell} size="lg" />
          {unread === 0 ? null : <span className={styles.dot}>{Math.min(unread, 9)}</span>}
        </>
      }
    >
      {() => (
        <>
          <h2 className={styles.title}>{t('common:notices.title')}</h2>
          {history.length === 0 ? (
            <p className={styles.none}>{t('common:notices.none')}</p>
          ) : (
            // The list scrolls, so a keyboard must be able to reach it.
            <ul className={styles.list} tabIndex={0} aria-label={t('common:notices.title')}>
              {history.map(({ id, kind, text, at }) => (
                <li key={id} className={styles.notice}>
                  <KindIcon kind={kind} />
                  <span className={styles.text}>{text}</span>
                  <time dateTime={at.toISOString()} className={styles.time}>
                    {formatClockTime(at)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </DropdownPanel>
  )
}
