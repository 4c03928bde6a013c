import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useCan } from '../../../api/session.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { AttemptsCard } from './attempts-card.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { DevicesCard } from './devices-card.tsx'

/** Which DICOM devices and programs may connect to the clinic. */
export function DicomAccessSection() {
  const mayManageKeys = useCan('service-account.manage')
  return (
    <ClinicNeeded clinic={useClinicInUse().clinic}>
      {(clinic) => (
        <WithTranslations namespace="access">
          <AttemptsCard key={`attempts ${clinic.id}`} clinicId={clinic.id} />
          <DevicesCard key={`devices ${clinic.id}`} clinicId={clinic.id} />
          <ConnectionCard key={`connection ${clinic.id}`} clinicId={clinic.id} />
          {mayManageKeys ? <AccountsCard key={`keys ${clinic.id}`} clinic={clinic} /> : null}
        </WithTranslations>
      )}
    </ClinicNeeded>
  )
}
