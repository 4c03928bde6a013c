import { IconBuildingCommunity } from '@tabler/icons-react'
import type { Clinic } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectClinic, useClinicInUse } from '../../../api/selected-clinic.ts'
import { useCan } from '../../../api/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { Column } from '../../../ui/table/column.ts'
import { useRows } from '../../../ui/table/use-rows.ts'
import { SectionTable } from '../section-table.tsx'
import { clinicQueries } from '../settings.queries.ts'

const byName = { id: 'name', desc: false } as const

export function ClinicsSection() {
  const { t } = useTranslation()
  const seesStatus = useCan('clinic.see-status')
  const { clinic: inUse } = useClinicInUse()
  const query = useQuery(clinicQueries.list())
  const [chosen, setChosen] = useState<Clinic>()
  const columns = useMemo<readonly Column<Clinic>[]>(
    () => [
      { id: 'name', header: t('settings:clinic.name'), value: (row) => row.name, isPrimary: true },
      {
        id: 'type',
        header: t('settings:clinic.type'),
        value: (row) => t(`settings:clinic.types.${row.clinicType}`),
      },
      { id: 'phone', header: t('settings:clinic.phone'), value: (row) => row.phone },
      { id: 'aeTitle', header: t('settings:clinic.aeTitle'), value: (row) => row.aeTitle },
      ...(seesStatus
        ? [
            {
              id: 'status',
              header: t('settings:status.title'),
              value: (row: Clinic) => t(`settings:status.${row.status}`),
              cell: (row: Clinic) => (
                <Badge tone={row.status === 'Active' ? 'green' : 'neutral'}>
                  {t(`settings:status.${row.status}`)}
                </Badge>
              ),
            },
          ]
        : []),
      {
        id: 'deleted',
        header: t('settings:deleted.title'),
        value: (row) => (row.isDeleted ? t('settings:deleted.yes') : ''),
        cell: (row) =>
          row.isDeleted ? <Badge tone="red">{t('settings:deleted.yes')}</Badge> : null,
      },
    ],
    [t, seesStatus],
  )

  const reason = () => {
    if (!chosen) return t('settings:clinics.chooseFirst')
    if (chosen.isDeleted) return t('settings:clinics.isDeleted')
    return chosen.id === inUse?.id ? t('settings:clinics.isSelected') : undefined
  }
  const select = (clinic: Clinic | undefined) => {
    if (!clinic || clinic.isDeleted) return
    selectClinic(clinic)
    toast.info(t('shell:clinic.now', { clinic: clinic.name }))
  }
  const view = useRows(query.data, columns, byName)
  return (
    <SectionTable
      view={view}
      title={t('settings:section.clinics')}
      query={query}
      columns={columns}
      icon={<IconBuildingCommunity size={24} stroke={1.5} />}
      emptyTitle={t('settings:clinics.emptyTitle')}
      emptyText={t('settings:clinics.emptyText')}
      selection={{ selected: chosen?.id, onSelect: setChosen, onOpen: select }}
      actions={
        <ExplainedButton reason={reason()} onClick={() => select(chosen)}>
          {t('settings:clinics.select')}
        </ExplainedButton>
      }
    />
  )
}
