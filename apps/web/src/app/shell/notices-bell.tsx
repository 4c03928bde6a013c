import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useCan } from '../../api/session.ts'
import { CaseNotices } from '../../features/notices/case-notices.tsx'
import { useNoticeChanges } from '../../features/notices/use-notice-changes.ts'
import { useStore } from '../../store.ts'
import { formatClockTime } from '../../ui/format/dates.ts'
import { DropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { KindIcon } from '../../ui/toasts/kind-icon.tsx'
import { notices } from '../../ui/toasts/toast-store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './notices-bell.module.css'

const maxShown = 9

/** Lists the notices about cases, and the toasts shown so far, for a user who missed one. */
export function NoticesBell() {
  const { t } = useTranslation()
  const { history, unread: unreadToasts } = useStore(notices.store)
  const hasCases = useCan('case.read')
  useNoticeChanges(hasCases)
  const { data: ofCases } = useQuery({ ...caseNoticeQueries.unread, enabled: hasCases })
  const unread = unreadToasts + (ofCases?.unread ?? 0)
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
          {unread === 0 ? null : (
            // Drawn by the style sheet: the label has the whole number, which "9+" is no part of.
            <span
              className={styles.dot}
              data-count={unread > maxShown ? `${String(maxShown)}+` : unread}
            />
          )}
        </>
      }
    >
      {(close) => (
        <>
          {hasCases ? <CaseNotices onOpen={close} /> : null}
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
