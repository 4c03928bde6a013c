import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './state-panel.tsx'
import { Icon } from '../display/icon.tsx'

interface ClinicNeededProps<Clinic> {
  /** The clinic in use. Root has none until they select one. */
  readonly clinic: Clinic | undefined
  readonly children: (clinic: Clinic) => ReactNode
}

/** Renders content that needs a clinic, or asks the user to choose one. */
export function ClinicNeeded<Clinic>({ clinic, children }: ClinicNeededProps<Clinic>) {
  const { t } = useTranslation()
  if (clinic !== undefined) return children(clinic)
  return (
    <StatePanel
      icon={<Icon icon={IconBuildingHospital} size="3xl" />}
      title={t('studies:noClinic.title')}
      text={t('studies:noClinic.text')}
    />
  )
}
