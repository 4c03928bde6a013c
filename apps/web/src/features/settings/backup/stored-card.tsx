import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../../api/records/backup.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime, formatDay } from '../../../ui/format/dates.ts'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { QueryCard } from '../query-card.tsx'
import styles from './backup.module.css'

/** The backups at the target; the card says that a drive is not connected. */
export function StoredCard({ readAfter }: { readonly readAfter: string }) {
  const { t, i18n } = useTranslation()
  const query = useQuery(backupQueries.stored(readAfter))
  const zone = useClinicZone()
  const language = toLanguage(i18n.language)
  if (query.error)
    return (
      <Card title={t('backup:stored.title')}>
        {/* Not the error of a form: that one would scroll the page down to this card. */}
        <p className={styles.warning} data-tone="red">
          <Icon icon={IconAlertTriangle} size="lg" />
          {query.error.message}
        </p>
      </Card>
    )
  return (
    <QueryCard title={t('backup:stored.title')} text={t('backup:stored.text')} query={query}>
      {(backups) =>
        backups.length === 0 ? (
          <p className={styles.note}>{t('backup:stored.none')}</p>
        ) : (
          // The list scrolls, so a keyboard must be able to reach it.
          <ul className={styles.rows} tabIndex={0} aria-label={t('backup:stored.title')}>
            {backups.map(({ name, createdOn, byteCount, verifiedOn }) => (
              <li key={name} className={styles.row}>
                <span className={styles.when}>{formatDateTime(createdOn, zone)}</span>
                <span className={styles.size}>
                  {byteCount === null
                    ? t('backup:stored.sizeUnknown')
                    : formatFileSize(byteCount, language)}
                </span>
                <span className={styles.details}>
                  {verifiedOn === null
                    ? t('backup:stored.written')
                    : t('backup:stored.verified', { day: formatDay(verifiedOn, zone) })}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryCard>
  )
}
