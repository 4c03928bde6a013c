import { Button } from '@mantine/core'
import { IconPhotoScan, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'

interface RefreshProps {
  readonly isFetching: boolean
  readonly onRefresh: () => void
}

export function RefreshButton({ isFetching, onRefresh }: RefreshProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<Icon icon={IconRefresh} />}
      onClick={onRefresh}
      aria-busy={isFetching}
    >
      {t('studies:refresh')}
    </Button>
  )
}

/** Shown instead of a list that could not be loaded. */
export function StudiesFailed(refresh: RefreshProps) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconPhotoScan} size="3xl" />}
      title={t('studies:failed.title')}
      text={t('studies:failed.text')}
    >
      <RefreshButton {...refresh} />
    </StatePanel>
  )
}

export function NoStudies() {
  const { t } = useTranslation()
  return (
    <StatePanel
      isCompact
      icon={<Icon icon={IconPhotoScan} size="xl" />}
      title={t('studies:empty.title')}
      text={t('studies:empty.text')}
    />
  )
}
