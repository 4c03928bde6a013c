import { productVersion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../api/page-settings.ts'
import { serverIdentityStore } from '../../api/server-identity.ts'
import { useStore } from '../../store.ts'
import { Card, Facts } from '../../ui/layout/page-frame.tsx'

export function AboutSection() {
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
