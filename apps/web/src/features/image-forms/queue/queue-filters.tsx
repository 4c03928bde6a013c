import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { sendStates } from '@talus/contract'
import type { DicomServer, DicomServerId, SendState } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import styles from './dicom-queue.module.css'
import { Icon } from '../../../ui/display/icon.tsx'

export interface QueueFilter {
  readonly state: SendState | 'open' | undefined
  readonly serverId: DicomServerId | undefined
}

/** Shows the unfinished sends by default. */
export const defaultFilter: QueueFilter = { state: 'open', serverId: undefined }

interface QueueFiltersProps {
  readonly filter: QueueFilter
  readonly onFilter: (filter: QueueFilter) => void
  readonly servers: readonly DicomServer[]
}

const states = ['open', ...sendStates] as const

export function QueueFilters({ filter, onFilter, servers }: QueueFiltersProps) {
  const { t } = useTranslation()
  const selector = <Icon icon={IconSelector} size="sm" />
  return (
    <>
      <NativeSelect
        className={styles.filter}
        aria-label={t('imageForms:queue.state')}
        rightSection={selector}
        value={filter.state ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          onFilter({ ...filter, state: states.find((state) => state === value) })
        }}
        data={[
          { value: '', label: t('imageForms:queue.everyState') },
          ...states.map((state) => ({ value: state, label: t(`imageForms:state.${state}`) })),
        ]}
      />
      <NativeSelect
        className={styles.filter}
        aria-label={t('imageForms:queue.server')}
        rightSection={selector}
        value={filter.serverId === undefined ? '' : String(filter.serverId)}
        onChange={(event) => {
          const { value } = event.currentTarget
          onFilter({ ...filter, serverId: servers.find(({ id }) => String(id) === value)?.id })
        }}
        data={[
          { value: '', label: t('imageForms:queue.everyServer') },
          ...servers.map(({ id, serverName }) => ({ value: String(id), label: serverName })),
        ]}
      />
    </>
  )
}
