import { can } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useClinicInUse } from '../selected-clinic.ts'
import { useActor } from '../session.ts'
import { caseNoticeQueries } from './case-notices.ts'

/**
 * The critical findings that the clinic in use has not acknowledged, newest first. Radiologists
 * report them and acknowledge none; administrators of several clinics see those of the clinic for
 * which they work.
 */
export function useOpenCriticalFindings() {
  const actor = useActor()
  const isForClinic = can(actor, 'case.create') && !actor.flags.radiologistCase
  const { data: findings = [] } = useQuery({ ...caseNoticeQueries.critical, enabled: isForClinic })
  const { clinic } = useClinicInUse()
  return findings
    .filter(({ clinicId }) => clinicId === clinic?.id)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
}
