import { caseStatus, isCaseReach, isInReach } from '@talus/contract'
import type { RadCase, Reach } from '@talus/contract'

/** The case of a colleague: a radiologist knows of it, but nothing of its owner and its texts. */
export function isRestricted(
  reach: Reach,
  { clinicId, radiologistId, status }: Pick<RadCase, 'clinicId' | 'radiologistId' | 'status'>,
): boolean {
  if (!isCaseReach(reach) || isInReach(reach, clinicId)) return false
  return status !== caseStatus.available && radiologistId !== reach.radiologistId
}
