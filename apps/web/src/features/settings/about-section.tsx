import { productVersion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { settings } from '../../api/page-settings.ts'
import { serverIdentity } from '../../api/server-identity.ts'
import { useStore } from '../../store.ts'
import { Card, Facts } from '../../ui/page-frame.tsx'

export function AboutSection() {
  const { t } = useTranslation()
  const server = useStore(serverIdentity)
  return (
    <Card title={t('settings:section.about')} text={t('settings:about.text')}>
      <Facts
        facts={[
          [t('settings:about.version'), productVersion],
          [t('settings:about.variant'), t(`settings:about.variants.${settings.variant}`)],
          [t('settings:about.serverName'), server.name],
          [t('settings:about.serverVersion'), server.version],
          [t('settings:about.environment'), server.environment],
          [t('settings:about.contact'), `${settings.contactEmail}\n${settings.contactPhone}`],
        ]}
      />
    </Card>
  )
}
