import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { CaseNotices } from '../../features/notices/case-notices.tsx'
import { useStore } from '../../store.ts'
import { formatClockTime } from '../../ui/format/dates.ts'
import { KindIcon } from '../../ui/toasts/kind-icon.tsx'
import { notices } from '../../ui/toasts/toast-store.ts'
import styles from './notices-bell.module.css'

/** The notices about cases and the toasts shown so far. */
export function NoticesPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { history } = useStore(notices.store)
  const hasCases = useCan('case.read')
  return (
    <>
      {hasCases ? <CaseNotices onOpen={onClose} /> : null}
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
  )
}
