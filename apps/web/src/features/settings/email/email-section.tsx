import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { QueryCard } from '../query-card.tsx'
import { emailConfigQueries } from '../../../api/records/email-config.ts'
import { EmailForm } from './email-form.tsx'

export const EmailSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicEmail key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

function ClinicEmail({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const configs = useQuery(emailConfigQueries.ofClinic(clinic.id))
  const defaults = useQuery(emailConfigQueries.defaults())
  const both = {
    data:
      configs.data && defaults.data
        ? { config: configs.data[0], defaults: defaults.data }
        : undefined,
    isError: configs.isError || defaults.isError,
    refetch: () => Promise.all([configs.refetch(), defaults.refetch()]),
  }
  return (
    <QueryCard
      title={t('settings:section.email')}
      text={configs.data?.length === 0 ? t('settings:email.emptyText') : t('settings:email.text')}
      query={both}
    >
      {({ config, defaults: offered }) => (
        <EmailForm clinicId={clinic.id} config={config} defaults={offered} />
      )}
    </QueryCard>
  )
}
