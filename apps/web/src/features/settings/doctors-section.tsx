import { IconStethoscope } from '@tabler/icons-react'
import type { Doctor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { day } from '../../ui/dates.ts'
import type { Column } from '../../ui/table/column.ts'
import { ClinicNeeded } from './clinic-needed.tsx'
import { SectionTable } from './section-table.tsx'
import { doctorQueries } from './settings.queries.ts'

export const DoctorsSection = () => (
  <ClinicNeeded>{(clinic) => <DoctorsOf key={clinic.id} clinic={clinic} />}</ClinicNeeded>
)

function DoctorsOf({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(doctorQueries.list(clinic.id))
  const columns = useMemo<readonly Column<Doctor>[]>(
    () => [
      {
        id: 'lastName',
        header: t('settings:user.lastName'),
        value: (row) => row.lastName,
        isPrimary: true,
      },
      { id: 'firstName', header: t('settings:user.firstName'), value: (row) => row.firstName },
      {
        id: 'createdOn',
        header: t('settings:user.registered'),
        value: (row) => day(row.createdOn, clinic.timeZone),
      },
    ],
    [t, clinic.timeZone],
  )
  return (
    <SectionTable
      title={t('settings:section.doctors')}
      query={query}
      columns={columns}
      icon={<IconStethoscope size={24} stroke={1.5} />}
      emptyTitle={t('settings:doctor.emptyTitle')}
      emptyText={t('settings:doctor.emptyText')}
    />
  )
}
