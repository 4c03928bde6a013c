import { IconCheck } from '@tabler/icons-react'
import type { DicomServer } from '@talus/contract'
import type { TFunction } from 'i18next'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Icon } from '../../../ui/display/icon.tsx'

export function createDicomServerColumns(t: TFunction): readonly Column<DicomServer>[] {
  const yes = t('common:answer.yes')
  const flag = (isOn: boolean) =>
    isOn ? (
      <Badge tone="green" icon={<Icon icon={IconCheck} size="xs" />}>
        {yes}
      </Badge>
    ) : null
  return [
    {
      id: 'name',
      header: t('settings:dicomServer.name'),
      value: (row) => row.serverName,
      isPrimary: true,
    },
    { id: 'aeTitle', header: t('settings:dicomServer.aeTitle'), value: (row) => row.aeTitle },
    { id: 'host', header: t('settings:dicomServer.host'), value: (row) => row.host },
    { id: 'port', header: t('settings:dicomServer.port'), value: (row) => row.port, width: 80 },
    {
      id: 'local',
      header: t('settings:dicomServer.localAeTitle'),
      value: (row) => row.description,
    },
    {
      id: 'autoSend',
      header: t('settings:dicomServer.autoSend'),
      value: (row) => (row.autoSend ? yes : ''),
      cell: (row) => flag(row.autoSend),
    },
    {
      id: 'tls',
      header: t('settings:dicomServer.tls'),
      value: (row) => (row.tls ? yes : ''),
      cell: (row) => flag(row.tls),
      width: 90,
    },
  ]
}
