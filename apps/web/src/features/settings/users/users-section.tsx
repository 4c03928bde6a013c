import { IconUsers } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { User } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { day } from '../../../ui/dates.ts'
import type { Column } from '../../../ui/table/column.ts'
import { useRows } from '../../../ui/table/use-rows.ts'
import { SectionTable } from '../section-table.tsx'
import { clinicQueries, userQueries } from '../settings.queries.ts'

const byName = { id: 'username', desc: false } as const

export function UsersSection() {
  const { t } = useTranslation()
  const actor = useActor()
  const { clinic, isAway } = useClinicInUse()
  // Whoever has gone to another clinic wants its people, not everybody's.
  const query = useQuery(userQueries.list(isAway ? clinic?.id : undefined))
  const seesClinic = can(actor, 'user.see-clinic')
  const clinics = useQuery({
    ...clinicQueries.list(),
    enabled: seesClinic && can(actor, 'clinic.list'),
  })
  const columns = useMemo<readonly Column<User>[]>(() => {
    const names = new Map((clinics.data ?? []).map((one) => [one.id, one.name]))
    const nameOf = (user: User) => (user.clinicId === null ? '' : (names.get(user.clinicId) ?? ''))
    return [
      {
        id: 'username',
        header: t('settings:user.username'),
        value: (row) => row.username,
        isPrimary: true,
      },
      { id: 'firstName', header: t('settings:user.firstName'), value: (row) => row.firstName },
      { id: 'lastName', header: t('settings:user.lastName'), value: (row) => row.lastName },
      {
        id: 'createdOn',
        header: t('settings:user.registered'),
        value: (row) => day(row.createdOn),
      },
      ...(seesClinic ? [{ id: 'clinic', header: t('settings:user.clinic'), value: nameOf }] : []),
      {
        id: 'deleted',
        header: t('settings:deleted.title'),
        value: (row) => (row.isDeleted ? t('settings:deleted.yes') : ''),
        cell: (row) =>
          row.isDeleted ? <Badge tone="red">{t('settings:deleted.yes')}</Badge> : null,
      },
    ]
  }, [t, seesClinic, clinics.data])
  const view = useRows(query.data, columns, byName)
  return (
    <SectionTable
      view={view}
      title={t('settings:section.users')}
      query={query}
      columns={columns}
      icon={<IconUsers size={24} stroke={1.5} />}
      emptyTitle={t('settings:user.emptyTitle')}
      emptyText={t('settings:user.emptyText')}
    />
  )
}
