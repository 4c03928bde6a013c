import { Button } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { can } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useActor } from '../../api/session.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'
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

/** Links to the pages that the user can work with. */
function PageLinks() {
  const { t } = useTranslation()
  const actor = useActor()
  return (
    <>
      {can(actor, 'study.read') ? (
        <Button component={Link} to="/studylist">
          {t('shell:notBuilt.toStudies')}
        </Button>
      ) : null}
      <Button component={Link} to="/settings" variant="default">
        {t('shell:notBuilt.toSettings')}
      </Button>
    </>
  )
}
