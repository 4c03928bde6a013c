import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { PageLinks } from './page-links.tsx'
import { Icon } from '../../ui/display/icon.tsx'

/** Placeholder for a screen that is not implemented yet, with links to other pages. */
export function NotBuilt() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconTools} size="3xl" />}
      title={t('shell:notBuilt.title')}
      text={t('shell:notBuilt.text')}
    >
      <PageLinks />
    </StatePanel>
  )
}
