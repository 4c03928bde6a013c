import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { Facts } from '../../../ui/page-frame.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { ClinicNeeded } from '../clinic-needed.tsx'
import { QueryCard } from '../query-card.tsx'
import { emailQueries } from '../settings.queries.ts'

export const EmailSection = () => (
  <ClinicNeeded>{(clinic) => <EmailOf key={clinic.id} clinic={clinic} />}</ClinicNeeded>
)

function EmailOf({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(emailQueries.ofClinic(clinic.id))
  return (
    <QueryCard title={t('settings:section.email')} text={t('settings:email.text')} query={query}>
      {([config]) =>
        config ? (
          <Facts
            facts={[
              [t('settings:email.address'), config.email],
              [t('settings:email.host'), config.hostName],
              [t('settings:email.port'), config.smtpPort],
              [
                t('settings:email.password'),
                config.hasPassword
                  ? t('settings:email.passwordSet')
                  : t('settings:email.passwordMissing'),
              ],
            ]}
          />
        ) : (
          <StatePanel
            isCompact
            icon={<IconMail size={24} stroke={1.5} />}
            title={t('settings:email.emptyTitle')}
            text={t('settings:email.emptyText')}
          />
        )
      }
    </QueryCard>
  )
}
