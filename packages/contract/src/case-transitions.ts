import type { CaseStatus } from './codes.ts'
import { caseStatus } from './enumerations.ts'
import type { ClinicId, UserId } from './ids.ts'
import { can, getCaseReach, isInReach } from './permissions.ts'
import type { Actor, Capability } from './permissions.ts'

const { draft, available, assigned, waiting, finalized, cancelled } = caseStatus

/**
 * The relation of a user to a case. `clinic` works for the clinic of the case, `radiologist` is any
 * radiologist, `owner` the one to whom the case is assigned, `manager` an administrator of all
 * clinics.
 */
export const caseParties = ['clinic', 'radiologist', 'owner', 'manager'] as const
export type CaseParty = (typeof caseParties)[number]

type Parties = readonly CaseParty[]

export interface CaseTransition {
  /** The statuses in which the action is possible, and who may do it there. */
  readonly from: Readonly<Partial<Record<CaseStatus, Parties>>>
  /** `same` keeps the status. `owner` is Assigned, or Available if the case has no radiologist. */
  readonly to: CaseStatus | 'same' | 'owner'
  /** The capability that the actor needs beyond being a party. */
  readonly needs: Capability
  readonly needsReason: boolean
  /** Whether the clock of the due time stops (`pause`), continues or starts again. */
  readonly clock: 'pause' | 'resume' | 'restart' | 'stop' | 'keep'
}

const inStatuses = (statuses: readonly CaseStatus[], ...parties: Parties): CaseTransition['from'] =>
  Object.fromEntries(statuses.map((status) => [status, parties] as const))

const keeps = { to: 'same', needsReason: false, clock: 'keep' } as const

/**
 * Every action on a case. The service, the buttons and the tests read this table; an action that it
 * does not list for a status is refused with 409.
 */
export const caseTransitions = {
  save: { ...keeps, from: inStatuses([draft], 'clinic'), to: draft, needs: 'case.create' },
  submit: {
    ...keeps,
    from: inStatuses([draft], 'clinic'),
    to: available,
    needs: 'case.create',
    clock: 'restart',
  },
  take: {
    ...keeps,
    from: inStatuses([available], 'radiologist'),
    to: assigned,
    needs: 'case.answer',
  },
  /** Gives the case to a named radiologist; from Assigned and Waiting it is a re-assignment. */
  assign: {
    ...keeps,
    from: {
      ...inStatuses([available], 'radiologist', 'manager'),
      ...inStatuses([assigned, waiting], 'owner', 'manager'),
    },
    to: assigned,
    needs: 'case.read',
    clock: 'resume',
  },
  release: {
    ...keeps,
    from: inStatuses([assigned], 'owner', 'manager'),
    to: available,
    needs: 'case.read',
  },
  requestMore: {
    ...keeps,
    from: {
      ...inStatuses([available], 'radiologist', 'manager'),
      ...inStatuses([assigned], 'owner', 'manager'),
    },
    to: waiting,
    needs: 'case.request-more',
    clock: 'pause',
  },
  answer: {
    ...keeps,
    from: inStatuses([waiting], 'clinic'),
    to: 'owner',
    needs: 'case.create',
    clock: 'resume',
  },
  saveFindings: { ...keeps, from: inStatuses([assigned, waiting], 'owner'), needs: 'case.answer' },
  finalize: {
    ...keeps,
    from: inStatuses([assigned, waiting], 'owner'),
    to: finalized,
    needs: 'case.answer',
    clock: 'stop',
  },
  addendum: {
    ...keeps,
    from: inStatuses([finalized], 'owner'),
    needs: 'case.answer',
    needsReason: true,
  },
  cancel: {
    from: {
      ...inStatuses([draft], 'clinic'),
      ...inStatuses([available], 'clinic', 'radiologist'),
      ...inStatuses([assigned, waiting], 'owner'),
    },
    to: cancelled,
    needs: 'case.cancel',
    needsReason: true,
    clock: 'stop',
  },
  /** Sets `isDeleted` and keeps the status. It is refused with 400, as specified. */
  delete: { ...keeps, from: inStatuses([draft, available], 'clinic'), needs: 'case.delete' },
  reopen: {
    from: inStatuses([cancelled], 'clinic'),
    to: available,
    needs: 'case.reopen',
    needsReason: true,
    clock: 'restart',
  },
  writeMessage: {
    ...keeps,
    from: {
      ...inStatuses([available], 'clinic'),
      ...inStatuses([assigned, waiting, finalized], 'clinic', 'owner'),
    },
    needs: 'case.read',
  },
  addImages: {
    ...keeps,
    from: inStatuses([draft, available, assigned, waiting], 'clinic'),
    needs: 'case.create',
  },
  /** Attachments of the clinic, and files and cropped images of the radiologist. */
  addFiles: {
    ...keeps,
    from: {
      ...inStatuses([draft, available], 'clinic'),
      ...inStatuses([assigned, waiting], 'clinic', 'owner'),
    },
    needs: 'case.read',
  },
  /** Only the author of an attachment, or of a file of the unfinished report, removes it. */
  removeFile: {
    ...keeps,
    from: { ...inStatuses([draft], 'clinic'), ...inStatuses([assigned, waiting], 'owner') },
    needs: 'case.read',
  },
  reportCritical: {
    ...keeps,
    from: inStatuses([assigned, waiting, finalized], 'owner'),
    needs: 'case.answer',
  },
  acknowledge: {
    ...keeps,
    from: inStatuses([available, assigned, waiting, finalized, cancelled], 'clinic'),
    needs: 'case.create',
  },
  rateImage: {
    ...keeps,
    from: inStatuses([assigned, waiting, finalized], 'owner'),
    needs: 'case.answer',
  },
  markAsTest: {
    ...keeps,
    from: {
      ...inStatuses([draft, available], 'clinic', 'manager'),
      ...inStatuses([assigned, waiting, finalized, cancelled], 'manager'),
    },
    needs: 'case.read',
  },
} as const satisfies Record<string, CaseTransition>

export type CaseAction = keyof typeof caseTransitions
export const caseActions = Object.keys(caseTransitions) as [CaseAction, ...CaseAction[]]

/** Typed without the literals, so that every status can be looked up. */
export const getCaseTransition = (action: CaseAction): CaseTransition => caseTransitions[action]

/** The columns of a case that decide who may do what. */
export interface CaseState {
  readonly status: CaseStatus
  readonly clinicId: ClinicId
  readonly radiologistId: UserId | null
  readonly isDeleted: boolean
}

export function getCaseParties(
  actor: Actor,
  { clinicId, radiologistId }: Pick<CaseState, 'clinicId' | 'radiologistId'>,
): ReadonlySet<CaseParty> {
  const isRadiologist = can(actor, 'case.answer')
  const parties: CaseParty[] = []
  if (isInReach(getCaseReach(actor), clinicId)) parties.push('clinic')
  if (isRadiologist) parties.push('radiologist')
  if (isRadiologist && radiologistId === actor.id) parties.push('owner')
  if (can(actor, 'case.manage')) parties.push('manager')
  return new Set(parties)
}

/**
 * `forbidden` if the actor may never do this with the case, `wrong-status` if the status or the
 * radiologist of the case does not allow it now.
 */
export function checkCaseAction(
  actor: Actor,
  action: CaseAction,
  state: CaseState,
): 'allowed' | 'forbidden' | 'wrong-status' {
  const { from, needs } = getCaseTransition(action)
  if (!can(actor, needs)) return 'forbidden'
  const parties = getCaseParties(actor, state)
  const hasOne = (allowed: Parties = []) => allowed.some((party) => parties.has(party))
  if (!state.isDeleted && hasOne(from[state.status])) return 'allowed'
  // A radiologist who is not the owner may become it.
  const mayEver = Object.values(from).some(
    (allowed) => hasOne(allowed) || (parties.has('radiologist') && allowed.includes('owner')),
  )
  return mayEver ? 'wrong-status' : 'forbidden'
}

export const mayActOnCase = (actor: Actor, action: CaseAction, state: CaseState): boolean =>
  checkCaseAction(actor, action, state) === 'allowed'

/** The actions that the actor can do now, for the buttons of a page. */
export const listCaseActions = (actor: Actor, state: CaseState): readonly CaseAction[] =>
  caseActions.filter((action) => mayActOnCase(actor, action, state))

/** The status of the case after an action. */
export function getNextStatus(
  action: CaseAction,
  { status, radiologistId }: Pick<CaseState, 'status' | 'radiologistId'>,
): CaseStatus {
  const { to } = getCaseTransition(action)
  if (to === 'same') return status
  if (to === 'owner') return radiologistId === null ? available : assigned
  return to
}

/** Whether the action is possible for all selected rows of a list. */
export const offersCaseAction = (
  actor: Actor,
  action: CaseAction,
  states: readonly CaseState[],
): boolean => states.length > 0 && states.every((state) => mayActOnCase(actor, action, state))
