import { Button } from '@mantine/core'
import { IconPhotoScan, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'

interface RefreshProps {
  readonly isFetching: boolean
  readonly onRefresh: () => void
}

export function RefreshButton({ isFetching, onRefresh }: RefreshProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
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
      icon={<IconPhotoScan size={32} stroke={1.5} />}
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
      icon={<IconPhotoScan size={24} stroke={1.5} />}
      title={t('studies:empty.title')}
      text={t('studies:empty.text')}
    />
  )
}
