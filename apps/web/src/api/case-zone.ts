import { can } from '@talus/contract'
import { useActor } from './session.ts'
import { useClinicZone } from './selected-clinic.ts'

/**
 * The time zone in which times of cases are shown: that of the clinic for its users. A radiologist
 * reads the cases of many clinics, and plans by their own clock: undefined, the zone of the browser.
 */
export function useCaseZone(): string | undefined {
  const clinicZone = useClinicZone()
  const isReader = can(useActor(), 'case.answer')
  return isReader ? undefined : clinicZone
}
