import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { PageLinks } from './page-links.tsx'

/** Placeholder for a screen that is not implemented yet, with links to other pages. */
export function NotBuilt() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<IconTools size={32} stroke={1.5} />}
      title={t('shell:notBuilt.title')}
      text={t('shell:notBuilt.text')}
    >
      <PageLinks />
    </StatePanel>
  )
}
