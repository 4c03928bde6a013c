import {
  can,
  caseStatus,
  getCaseReach,
  getCaseTransition,
  isCaseReach,
  offersCaseAction,
} from '@talus/contract'
import type { Actor, CaseAction, CaseParty, CaseRow, CaseStatus } from '@talus/contract'

/** The statuses that have a tab; drafts are found again through their study. */
export const tabStatuses = [
  caseStatus.available,
  caseStatus.assigned,
  caseStatus.waiting,
  caseStatus.finalized,
  caseStatus.cancelled,
] as const
export type TabStatus = (typeof tabStatuses)[number]

/** The parties that an actor can be in some case. */
function listPossibleParties(actor: Actor): ReadonlySet<CaseParty> {
  const reach = getCaseReach(actor)
  const hasClinic =
    reach === 'every-clinic' || (isCaseReach(reach) ? reach.clinicIds : reach).length > 0
  const isRadiologist = can(actor, 'case.answer')
  return new Set<CaseParty>([
    ...(hasClinic ? (['clinic'] as const) : []),
    ...(isRadiologist ? (['radiologist', 'owner'] as const) : []),
    ...(can(actor, 'case.manage') ? (['manager'] as const) : []),
  ])
}

/** Whether the tab of a status has the button of an action, whatever is selected. */
export function hasCaseButton(actor: Actor, action: CaseAction, status: CaseStatus): boolean {
  const { from, needs } = getCaseTransition(action)
  const parties = listPossibleParties(actor)
  return can(actor, needs) && (from[status] ?? []).some((party) => parties.has(party))
}

export type ButtonObstacle =
  | { readonly kind: 'noneSelected' | 'onlyOne' | 'deleted' | 'alreadyDeleted' | 'notNow' }
  | { readonly kind: 'othersCase'; readonly name: string }

/** The reason why the button of an action is disabled; undefined if it can be pressed. */
export function findObstacle(
  actor: Actor,
  action: CaseAction,
  rows: readonly CaseRow[],
  isSingle = false,
): ButtonObstacle | undefined {
  if (rows.length === 0) return { kind: 'noneSelected' }
  if (isSingle && rows.length > 1) return { kind: 'onlyOne' }
  if (rows.some(({ isDeleted }) => isDeleted))
    return { kind: action === 'delete' ? 'alreadyDeleted' : 'deleted' }
  if (offersCaseAction(actor, action, rows)) return undefined
  const other = rows.find(
    ({ radiologistId, radiologistName }) =>
      radiologistId !== null && radiologistId !== actor.id && radiologistName !== '',
  )
  return other ? { kind: 'othersCase', name: other.radiologistName } : { kind: 'notNow' }
}
