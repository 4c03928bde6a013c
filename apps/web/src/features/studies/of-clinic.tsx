import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'

/** Studies are a clinic's; somebody without one is asked to choose. */
export function OfClinic({
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
