import { can } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { QueryCard } from '../query-card.tsx'
import { clinicQueries } from '../../../api/records/clinic.ts'
import { isLocal } from '../../../api/page-settings.ts'
import { useActor } from '../../../api/session.ts'
import { ClinicForm } from './clinic-form.tsx'
import { LinkAddressCard } from './link-address-card.tsx'

export const ClinicSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicDetails key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

function ClinicDetails({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(clinicQueries.one(clinic.id))
  const actor = useActor()
  return (
    <>
      <QueryCard
        title={t('settings:section.clinic')}
        text={t('settings:clinic.text')}
        query={query}
      >
        {(details) => <ClinicForm clinic={details} />}
      </QueryCard>
      {isLocal && can(actor, 'device.manage') ? <LinkAddressCard clinicId={clinic.id} /> : null}
    </>
  )
}
