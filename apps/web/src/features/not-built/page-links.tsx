import { Button } from '@mantine/core'
import { can } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useActor } from '../../api/session.ts'

/** Links to the pages that the user can work with. */
export function PageLinks() {
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
