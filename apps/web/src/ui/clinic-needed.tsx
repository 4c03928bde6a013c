import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './states/state-panel.tsx'

interface ClinicNeededProps<Clinic> {
  /** The one in use. Root has none of his own until he selects one. */
  readonly clinic: Clinic | undefined
  readonly children: (clinic: Clinic) => ReactNode
}

/** What belongs to a clinic, or the request to choose one. */
export function ClinicNeeded<Clinic>({ clinic, children }: ClinicNeededProps<Clinic>) {
  const { t } = useTranslation()
  if (clinic !== undefined) return children(clinic)
  return (
    <StatePanel
      icon={<IconBuildingHospital size={32} stroke={1.5} />}
      title={t('studies:noClinic.title')}
      text={t('studies:noClinic.text')}
    />
  )
}
