import { productVersion } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../api/records/backup.ts'
import { isLocal, pageSettings } from '../../api/page-settings.ts'
import { serverIdentityStore } from '../../api/server-identity.ts'
import { useCan } from '../../api/session.ts'
import { useStore } from '../../store.ts'
import { Card, Facts } from '../../ui/layout/page-frame.tsx'
import { BackupFacts } from './backup/backup-facts.tsx'

export function AboutSection() {
  const maySeeBackup = useCan('backup.see-status') && isLocal
  return (
    <>
      <AboutCard />
      {maySeeBackup ? <BackupCard /> : null}
    </>
  )
}

/** The last backup and the disks, also while all is well. */
function BackupCard() {
  const { t } = useTranslation()
  const { data } = useQuery(backupQueries.alert())
  if (!data) return null
  return (
    <Card title={t('shell:backup.title')}>
      <BackupFacts status={data} />
    </Card>
  )
}

function AboutCard() {
  const { t } = useTranslation()
  const server = useStore(serverIdentityStore)
  return (
    <Card title={t('settings:section.about')} text={t('settings:about.text')}>
      <Facts
        facts={[
          [t('settings:about.version'), productVersion],
          [t('settings:about.variant'), t(`settings:about.variants.${pageSettings.variant}`)],
          [t('settings:about.serverName'), server.name],
          [t('settings:about.serverVersion'), server.version],
          [t('settings:about.environment'), server.environment],
          [
            t('settings:about.contact'),
            `${pageSettings.contactEmail}\n${pageSettings.contactPhone}`,
          ],
        ]}
      />
    </Card>
  )
}
