import { IconDatabaseExclamation } from '@tabler/icons-react'
import type { BackupWarning } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { backupQueries } from '../../api/records/backup.ts'
import { isLocal } from '../../api/page-settings.ts'
import { useCan } from '../../api/session.ts'
import {
  BackupFacts,
  findFailure,
  urgentWarnings,
} from '../../features/settings/backup/backup-facts.tsx'
import { DropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './backup-alert.module.css'

/** For administrators, and only when something needs their attention: the backup, or a full disk. */
export function BackupAlert() {
  const { t } = useTranslation()
  const maySee = useCan('backup.see-status') && isLocal
  const mayManage = useCan('backup.manage')
  const { data } = useQuery({ ...backupQueries.alert(), enabled: maySee })
  const warnings = data?.warnings ?? []
  if (!maySee || !data || warnings.length === 0) return null
  const getReason = (warning: BackupWarning) => {
    const fault = findFailure(data, warning)?.fault
    return fault ? t(`errors:${fault}`) : null
  }
  const isUrgent = warnings.some((warning) => urgentWarnings.includes(warning))
  return (
    <DropdownPanel
      buttonClassName={styles.button}
      buttonLabel={t('shell:backup.button')}
      label={t('shell:backup.title')}
      width={360}
      button={
        <span className={styles.mark} data-urgent={isUrgent || undefined}>
          <Icon icon={IconDatabaseExclamation} size="lg" />
        </span>
      }
    >
      {(close) => (
        <>
          <h2 className={styles.title}>{t('shell:backup.title')}</h2>
          <div className={styles.body}>
            <ul className={styles.warnings}>
              {warnings.map((warning) => (
                <li key={warning} data-urgent={urgentWarnings.includes(warning) || undefined}>
                  {t(`shell:backup.${warning}`)} {getReason(warning)}
                </li>
              ))}
            </ul>
            {data.isSetUp || data.disks.length > 0 ? <BackupFacts status={data} /> : null}
            {mayManage ? (
              <NavLink to="/settings/backup" className={styles.link ?? ''} onClick={close}>
                {t('shell:backup.open')}
              </NavLink>
            ) : (
              <p className={styles.note} tabIndex={0}>
                {t('shell:backup.askRoot')}
              </p>
            )}
          </div>
        </>
      )}
    </DropdownPanel>
  )
}
