import {
  can,
  foldText,
  mayAssignClinics,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
  noFlags,
  permissionFlags,
  refuse,
  refuseField,
} from '@talus/contract'
import type {
  Actor,
  ClinicDraft,
  ClinicId,
  Day,
  Flags,
  PermissionProfile,
  PermissionProfileChange,
  PermissionProfileDraft,
  TargetUser,
  UserChange,
  UserDraft,
  UserId,
} from '@talus/contract'
import type { z } from 'zod'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { formatDay } from '../../time/format-day.ts'
import * as clinics from '../clinics/index.ts'
import * as users from './users-write.queries.ts'
import { listAssignedClinics } from './users.queries.ts'

export interface UserDeps extends ChangeContext {
  readonly hashPassword: (password: string) => Promise<string>
  readonly serverAeTitle: string
}

type Draft = z.output<typeof UserDraft>
type Edit = z.output<typeof UserChange>
type FlagChanges = z.output<typeof PermissionProfileDraft>

/** Flags that the request does not contain keep their value. */
const mergeFlags = (now: Flags, wanted: FlagChanges): Flags =>
  permissionFlags.reduce((flags, flag) => ({ ...flags, [flag]: wanted[flag] ?? now[flag] }), now)

/** Changing a flag needs the right to grant it; an unchanged flag needs no right. */
function checkFlags(actor: Actor, now: Flags, wanted: FlagChanges) {
  for (const flag of permissionFlags)
    if (wanted[flag] !== undefined && wanted[flag] !== now[flag] && !mayGrant(actor, flag))
      refuse('user/flag-not-grantable')
}

/**
 * The last day of access is a day in the time zone of the user's clinic, and cannot be in the past.
 */
async function checkLastDay(
  { db, clock }: ChangeContext,
  clinicId: ClinicId | null,
  day: Day | null,
) {
  if (day === null) return
  const timeZone = clinicId === null ? undefined : await users.findTimeZone(db, clinicId)
  if (day < formatDay(timeZone ?? 'UTC', clock())) refuseField('validUntil', 'field/past-date')
}

export async function create(
  deps: UserDeps,
  draft: Draft,
  wanted: FlagChanges,
  ownClinicId: ClinicId | null,
) {
  const { actor } = deps
  const clinicId = can(actor, 'user.choose-clinic') ? draft.clinicId : ownClinicId
  if (clinicId === undefined || clinicId === null) refuseField('clinicId', 'field/required')
  if (draft.maxClinicCount !== null && !can(actor, 'user.assign-clinics'))
    refuse('access/forbidden')
  checkFlags(actor, noFlags, wanted)
  if (wanted.status === 'Inactive' && !can(actor, 'user.toggle-status')) refuse('access/forbidden')
  await checkLastDay(deps, clinicId, draft.validUntil)
  const passwordHash = await deps.hashPassword(draft.password)
  return deps.db.transaction((db) => insert({ ...deps, db }, draft, wanted, clinicId, passwordHash))
}

/** Creates a clinic with its first user and their permissions, in one transaction. */
export async function createClinic(
  deps: UserDeps,
  clinicDraft: z.output<typeof ClinicDraft>,
  draft: Draft,
  wanted: FlagChanges,
) {
  checkFlags(deps.actor, noFlags, wanted)
  const passwordHash = await deps.hashPassword(draft.password)
  return deps.db.transaction(async (db) => {
    const created = await insertClinic({ ...deps, db }, clinicDraft, draft, wanted, passwordHash)
    return created.clinic
  })
}

/** The same in a transaction of the caller, who may grant the flags. */
export async function insertClinic(
  deps: Omit<UserDeps, 'hashPassword'>,
  clinicDraft: z.output<typeof ClinicDraft>,
  draft: Draft,
  wanted: FlagChanges,
  passwordHash: string,
) {
  const clinic = await clinics.create(deps, clinicDraft)
  await checkLastDay(deps, clinic.id, draft.validUntil)
  return { clinic, user: await insert(deps, draft, wanted, clinic.id, passwordHash) }
}

async function insert(
  deps: ChangeContext,
  draft: Draft,
  wanted: FlagChanges,
  clinicId: ClinicId,
  passwordHash: string,
) {
  const {
    password: _password,
    confirmPassword: _confirmation,
    permissionProfileId: _profileId,
    createdOn: _createdOn,
    ...details
  } = draft
  const profile = { ...mergeFlags(noFlags, wanted), status: wanted.status ?? 'Active' }
  const user = await users.insert(deps.db, profile, {
    ...details,
    ...toSearchKeys(details),
    clinicId,
    passwordHash,
    tempPassword: null,
    createdOn: deps.clock().toISOString(),
  })
  const after = { ...user, ...profile }
  const event = {
    action: 'user.create' as const,
    entityId: user.id,
    subject: user.username,
    clinicId,
  }
  await recordAuditEvent(deps, { ...event, after })
  return user
}

const toSearchKeys = (user: Pick<Draft, 'username' | 'firstName' | 'lastName'>) => ({
  usernameKey: foldText(user.username),
  firstNameKey: foldText(user.firstName),
  lastNameKey: foldText(user.lastName),
  search: foldText(`${user.firstName} ${user.lastName} ${user.username}`),
})

async function findTarget(deps: UserDeps, id: UserId) {
  const found = (await users.findWithProfile(deps.db, id)) ?? refuse('record/not-found')
  const { user, profile } = found
  const target: TargetUser = {
    id: user.id,
    isDeleted: user.isDeleted,
    flags: mergeFlags(noFlags, profile),
  }
  return { user, profile, target }
}

export async function update(deps: UserDeps, wanted: Edit) {
  const { actor } = deps
  const { user, target } = await findTarget(deps, wanted.id)
  if (!mayEditUser(actor, target)) refuse('user/not-editable')
  const clinicId = wanted.clinicId ?? user.clinicId
  if (clinicId !== user.clinicId && !can(actor, 'user.choose-clinic')) refuse('access/forbidden')
  if (clinicId !== null) deps.db.within(clinicId)
  const maySetLimit = can(actor, 'user.assign-clinics')
  const limit = wanted.maxClinicCount
  const isLimitGiven = limit !== null && limit !== user.maxClinicCount
  if (isLimitGiven && !maySetLimit) refuse('access/forbidden')
  if (isLimitGiven && limit < (await listAssignedClinics(deps.db, user.id)).length)
    refuse('user/max-clinics')
  if (wanted.validUntil !== user.validUntil) {
    if (target.flags.root) refuse('user/not-editable')
    await checkLastDay(deps, clinicId, wanted.validUntil)
  }
  const passwordHash =
    wanted.password === undefined ? user.passwordHash : await deps.hashPassword(wanted.password)
  return deps.db.transaction(async (db) => {
    const after = {
      username: wanted.username,
      firstName: wanted.firstName,
      lastName: wanted.lastName,
      email: wanted.email,
      validUntil: wanted.validUntil,
      maxClinicCount: maySetLimit ? wanted.maxClinicCount : user.maxClinicCount,
      clinicId,
      passwordHash,
      ...toSearchKeys(wanted),
    }
    await users.update(db, user.id, after)
    // Signs out everyone who signed in with the old password.
    if (wanted.password !== undefined) await users.endSessions(db, user.id)
    await recordAuditEvent(
      { ...deps, db },
      {
        action: 'user.update',
        entityId: user.id,
        subject: user.username,
        clinicId,
        ...diffValues({ ...user }, after),
      },
    )
    return { ...user, ...after }
  })
}

export async function changeProfile(
  deps: UserDeps,
  wanted: z.output<typeof PermissionProfileChange>,
): Promise<PermissionProfile> {
  const { actor } = deps
  const owner = (await users.findProfileOwner(deps.db, wanted.id)) ?? refuse('record/not-found')
  const { user, profile, target } = await findTarget(deps, owner.id)
  // Refused even for a flag that the actor may grant: making a more privileged user an operator
  // would take rights from them.
  if (!mayEditUser(actor, target)) refuse('user/not-editable')
  checkFlags(actor, target.flags, wanted)
  const status = wanted.status ?? profile.status
  if (status !== profile.status) {
    if (!can(actor, 'user.toggle-status')) refuse('access/forbidden')
    if (user.id === actor.id) refuse('user/not-yourself')
  }
  return deps.db.transaction(async (db) => {
    const after = { ...profile, ...mergeFlags(target.flags, wanted), status }
    await users.updateProfile(db, profile.id, after)
    if (status === 'Inactive') await users.endSessions(db, user.id)
    await recordAuditEvent(
      { ...deps, db },
      {
        action: 'user.permissions',
        entityId: user.id,
        subject: user.username,
        clinicId: user.clinicId,
        ...diffValues({ ...profile }, after),
      },
    )
    return after
  })
}

export async function remove(deps: UserDeps, id: UserId): Promise<void> {
  const { user, target } = await findTarget(deps, id)
  if (!mayDeleteUser(deps.actor, target) || user.id === deps.actor.id) refuse('user/not-deletable')
  await deps.db.transaction(async (db) => {
    // The lock keeps two concurrent deletions from removing the last two users.
    if (user.clinicId !== null) await users.lockClinic(db, user.clinicId)
    await users.markDeleted(db, user.id)
    if (user.clinicId !== null && (await users.countNotDeleted(db, user.clinicId)) === 0)
      refuse('user/last-of-clinic')
    await users.endSessions(db, user.id)
    await recordAuditEvent(
      { ...deps, db },
      {
        action: 'user.delete',
        entityId: user.id,
        subject: user.username,
        clinicId: user.clinicId,
        before: { ...user },
      },
    )
  })
}

export async function assignClinics(
  deps: UserDeps,
  { userId, clinicIds }: { readonly userId: UserId; readonly clinicIds: readonly ClinicId[] },
) {
  const { user, target } = await findTarget(deps, userId)
  if (!mayAssignClinics(deps.actor, target)) refuse('user/not-assignable')
  const wanted = [...new Set(clinicIds)]
  if (user.maxClinicCount !== null && wanted.length > user.maxClinicCount)
    refuse('user/max-clinics')
  if ((await users.countClinics(deps.db, wanted)) !== wanted.length) refuse('record/not-found')
  return deps.db.transaction(async (db) => {
    const before = (await listAssignedClinics(db, user.id)).map((clinic) => clinic.id)
    await users.setAssignedClinics(db, user.id, wanted)
    await recordAuditEvent(
      { ...deps, db },
      {
        action: 'user.assign-clinics',
        entityId: user.id,
        subject: user.username,
        clinicId: user.clinicId,
        before: { clinicIds: before },
        after: { clinicIds: wanted },
      },
    )
    return wanted
  })
}
