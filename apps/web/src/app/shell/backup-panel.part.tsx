import type { BackupStatus, BackupWarning } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useCan } from '../../api/session.ts'
import { BackupFacts, findFailure } from '../../features/settings/backup/backup-facts.tsx'
import { urgentWarnings } from '../../features/settings/backup/urgent-warnings.ts'
import styles from './backup-alert.module.css'

interface BackupPanelProps {
  readonly status: BackupStatus
  readonly onClose: () => void
}

/** The warnings about backups and disks, and who can mend them. */
export function BackupPanel({ status, onClose }: BackupPanelProps) {
  const { t } = useTranslation()
  const mayManage = useCan('backup.manage')
  const getReason = (warning: BackupWarning) => {
    const fault = findFailure(status, warning)?.fault
    return fault ? t(`errors:${fault}`) : null
  }
  const { isSetUp, disks, secondStore, missingSinceRestore } = status
  const hasFacts = isSetUp || disks.length > 0 || secondStore !== null || missingSinceRestore > 0
  return (
    <>
      <h2 className={styles.title}>{t('shell:backup.title')}</h2>
      <div className={styles.body}>
        <ul className={styles.warnings}>
          {status.warnings.map((warning) => (
            <li key={warning} data-urgent={urgentWarnings.includes(warning) || undefined}>
              {t(`shell:backup.${warning}`)} {getReason(warning)}
            </li>
          ))}
        </ul>
        {hasFacts ? <BackupFacts status={status} /> : null}
        {mayManage ? (
          <NavLink to="/settings/backup" className={styles.link ?? ''} onClick={onClose}>
            {t('shell:backup.open')}
          </NavLink>
        ) : (
          <p className={styles.note} tabIndex={0}>
            {t('shell:backup.askRoot')}
          </p>
        )}
      </div>
    </>
  )
}
