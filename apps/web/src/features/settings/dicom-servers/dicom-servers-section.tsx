import { IconCheck, IconServer } from '@tabler/icons-react'
import type { DicomServer } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useRows } from '../../../ui/table/use-rows.ts'
import { ClinicNeeded } from '../clinic-needed.tsx'
import { SectionTable } from '../section-table.tsx'
import { dicomServerQueries } from '../settings.queries.ts'

export const DicomServersSection = () => (
  <ClinicNeeded>{(clinic) => <ServersOf key={clinic.id} clinic={clinic} />}</ClinicNeeded>
)

const byName = { id: 'name', desc: false } as const

function ServersOf({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(dicomServerQueries.list(clinic.id))
  const columns = useMemo<readonly Column<DicomServer>[]>(() => {
    const yes = t('common:answer.yes')
    const flag = (isOn: boolean) =>
      isOn ? (
        <Badge tone="green" icon={<IconCheck size={14} stroke={2} aria-hidden />}>
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
  }, [t])
  const view = useRows(query.data, columns, byName)
  return (
    <SectionTable
      view={view}
      title={t('settings:section.dicom-servers')}
      query={query}
      columns={columns}
      icon={<IconServer size={24} stroke={1.5} />}
      emptyTitle={t('settings:dicomServer.emptyTitle')}
      emptyText={t('settings:dicomServer.emptyText')}
    />
  )
}
