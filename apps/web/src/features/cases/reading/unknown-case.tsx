import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'

/** Shown for an address that names no case. */
export function UnknownCase() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconFolderOff} size="3xl" />}
      title={t('caseReading:unknown.title')}
      text={t('caseReading:unknown.text')}
    >
      <Button component={Link} to="/cases">
        {t('caseReading:action.back')}
      </Button>
    </StatePanel>
  )
}
