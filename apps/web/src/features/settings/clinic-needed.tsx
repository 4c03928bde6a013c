import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'

/** Root has no clinic of his own until he selects one. */
export function ClinicNeeded({
  children,
}: {
  readonly children: (clinic: SelectedClinic) => ReactNode
}) {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  if (clinic) return children(clinic)
  return (
    <StatePanel
      icon={<IconBuildingHospital size={32} stroke={1.5} />}
      title={t('studies:noClinic.title')}
      text={t('studies:noClinic.text')}
    />
  )
}
