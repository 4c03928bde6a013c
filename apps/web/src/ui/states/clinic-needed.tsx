import { IconBuildingHospital } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './state-panel.tsx'
import { Icon } from '../display/icon.tsx'

interface ClinicNeededProps<Clinic> {
  /** The clinic in use. Root has none until they select one. */
  readonly clinic: Clinic | undefined
  readonly children: (clinic: Clinic) => ReactNode
}

/** The next step of a user without a clinic, which only the application knows. */
export const NoClinicContext = createContext<ReactNode>(undefined)

/** Renders content that needs a clinic, or leads the user to one. */
export function ClinicNeeded<Clinic>({ clinic, children }: ClinicNeededProps<Clinic>) {
  const nextStep = useContext(NoClinicContext)
  if (clinic !== undefined) return children(clinic)
  return nextStep ?? <NoClinicPanel />
}

/** Asks the user to select a clinic; `children` are the buttons for it. */
export function NoClinicPanel({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconBuildingHospital} size="3xl" />}
      title={t('studies:noClinic.title')}
      text={t('studies:noClinic.text')}
    >
      {children}
    </StatePanel>
  )
}
