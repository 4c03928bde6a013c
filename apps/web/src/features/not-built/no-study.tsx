import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { PageLinks } from './page-links.tsx'

export function NoStudy() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<IconPhotoOff size={32} stroke={1.5} />}
      title={t('studies:load.failed')}
      text={t('studies:load.failedText')}
    >
      <PageLinks />
    </StatePanel>
  )
}
