import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../ui/states/clinic-needed.tsx'
import { Card } from '../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import { ProtocolEditor } from './protocol-editor.tsx'

/** The protocol editor as a section of the settings. */
export const ProtocolsSection = () => (
  <WithTranslations namespace="protocols">
    <ClinicNeeded clinic={useClinicInUse().clinic}>
      {(clinic) => <ProtocolsCard key={clinic.id} clinicId={clinic.id} />}
    </ClinicNeeded>
  </WithTranslations>
)

type ClinicProps = Pick<Parameters<typeof ProtocolEditor>[0], 'clinicId'>

function ProtocolsCard({ clinicId }: ClinicProps) {
  const { t } = useTranslation()
  return (
    <Card title={t('protocols:title')}>
      <ProtocolEditor clinicId={clinicId} kind="Canine" modality="General" />
    </Card>
  )
}
