import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../ui/clinic-needed.tsx'
import { Card } from '../../ui/page-frame.tsx'
import { WithWords } from '../../ui/with-words.tsx'
import { ProtocolEditor } from './protocol-editor.tsx'

/** The same editor as behind the menu, where settings are looked for. */
export const ProtocolsSection = () => (
  <WithWords namespace="protocols">
    <ClinicNeeded clinic={useClinicInUse().clinic}>
      {(clinic) => <ProtocolsCard key={clinic.id} clinicId={clinic.id} />}
    </ClinicNeeded>
  </WithWords>
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
