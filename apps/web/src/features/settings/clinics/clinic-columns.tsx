import type { Clinic } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Column } from '../../../ui/table/column.ts'

/** Only root sees the status of a clinic. */
export function useClinicColumns(): readonly Column<Clinic>[] {
  const { t } = useTranslation()
  const seesStatus = useCan('clinic.see-status')
  return useMemo(
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
}
