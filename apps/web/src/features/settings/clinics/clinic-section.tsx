import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { day } from '../../../ui/dates.ts'
import { Facts } from '../../../ui/page-frame.tsx'
import { ClinicNeeded } from '../clinic-needed.tsx'
import { QueryCard } from '../query-card.tsx'
import { clinicQueries } from '../settings.queries.ts'

export const ClinicSection = () => (
  <ClinicNeeded>{(clinic) => <ClinicDetails key={clinic.id} clinic={clinic} />}</ClinicNeeded>
)

function ClinicDetails({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(clinicQueries.one(clinic.id))
  return (
    <QueryCard title={t('settings:section.clinic')} text={t('settings:clinic.text')} query={query}>
      {(details) => (
        <Facts
          facts={[
            [t('settings:clinic.name'), details.name],
            [t('settings:clinic.type'), t(`settings:clinic.types.${details.clinicType}`)],
            [t('settings:clinic.phone'), details.phone],
            [t('settings:clinic.email'), details.email],
            [t('settings:clinic.address'), details.address.split(', ').join('\n')],
            [t('settings:clinic.aeTitle'), details.aeTitle],
            [t('settings:clinic.language'), t(`settings:languages.${details.lang}`)],
            [t('settings:clinic.timeZone'), details.timeZone],
            [t('settings:clinic.createdOn'), day(details.createdOn, details.timeZone)],
          ]}
        />
      )}
    </QueryCard>
  )
}
