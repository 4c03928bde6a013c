import { IconDatabaseExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../api/records/backup.ts'
import { isLocal } from '../../api/page-settings.ts'
import { useCan } from '../../api/session.ts'
import { urgentWarnings } from '../../features/settings/backup/urgent-warnings.ts'
import { lazyCode } from '../../lazy-code.ts'
import { LazyDropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './backup-alert.module.css'

const code = lazyCode(() => import('./backup-panel.part.tsx'))

/** For administrators, and only when something needs their attention: the backup, or a full disk. */
export function BackupAlert() {
  const { t } = useTranslation()
  const maySee = useCan('backup.see-status') && isLocal
  const { data } = useQuery({ ...backupQueries.alert(), enabled: maySee })
  if (!maySee || !data || data.warnings.length === 0) return null
  const isUrgent = data.warnings.some((warning) => urgentWarnings.includes(warning))
  return (
    <LazyDropdownPanel
      code={code}
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
      {({ BackupPanel }, close) => <BackupPanel status={data} onClose={close} />}
    </LazyDropdownPanel>
  )
}
