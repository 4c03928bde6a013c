import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useCan } from '../../api/session.ts'
import { useNoticeChanges } from '../../features/notices/use-notice-changes.ts'
import { lazyCode } from '../../lazy-code.ts'
import { useStore } from '../../store.ts'
import { LazyDropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { notices } from '../../ui/toasts/toast-store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './notices-bell.module.css'

const maxShown = 9
const code = lazyCode(() => import('./notices-panel.part.tsx'))

/** Lists the notices about cases, and the toasts shown so far, for a user who missed one. */
export function NoticesBell() {
  const { t } = useTranslation()
  const { unread: unreadToasts } = useStore(notices.store)
  const hasCases = useCan('case.read')
  useNoticeChanges(hasCases)
  const { data: ofCases } = useQuery({ ...caseNoticeQueries.unread, enabled: hasCases })
  const unread = unreadToasts + (ofCases?.unread ?? 0)
  return (
    <LazyDropdownPanel
      code={code}
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
      {({ NoticesPanel }, close) => <NoticesPanel onClose={close} />}
    </LazyDropdownPanel>
  )
}
