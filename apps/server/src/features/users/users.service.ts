import {
  can,
  folded,
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
  Target,
  UserChange,
  UserDraft,
  UserId,
} from '@talus/contract'
import type { z } from 'zod'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { dayIn } from '../../time/day-in.ts'
import * as clinics from '../clinics/index.ts'
import * as users from './users-write.queries.ts'
import { assignedClinics as assignedOf } from './users.queries.ts'

export interface UserDeps extends Change {
  readonly hashPassword: (password: string) => Promise<string>
}

type Draft = z.output<typeof UserDraft>
type Edit = z.output<typeof UserChange>
type Flagged = z.output<typeof PermissionProfileDraft>

/** The flags as wanted; what was left out of a request stays as it was. */
const flagsFrom = (now: Flags, wanted: Flagged): Flags =>
  permissionFlags.reduce((flags, flag) => ({ ...flags, [flag]: wanted[flag] ?? now[flag] }), now)

/** A flag may be switched by those who may grant it; one that stays as it is needs no right. */
function checkFlags(actor: Actor, now: Flags, wanted: Flagged) {
  for (const flag of permissionFlags)
    if (wanted[flag] !== undefined && wanted[flag] !== now[flag] && !mayGrant(actor, flag))
      refuse('user/flag-not-grantable')
}

/** The last day of access is a day of the person's clinic, and cannot be over already. */
async function checkLastDay({ db, clock }: UserDeps, clinicId: ClinicId | null, day: Day | null) {
  if (day === null) return
  const timeZone = clinicId === null ? undefined : await users.timeZoneOf(db, clinicId)
  if (day < dayIn(timeZone ?? 'UTC', clock())) refuseField('validUntil', 'field/past-date')
}

export async function create(
  deps: UserDeps,
  draft: Draft,
  wanted: Flagged,
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

/** A clinic, its first user and that user's permissions: all of them or nothing. */
export async function createClinic(
  deps: UserDeps,
  clinicDraft: z.output<typeof ClinicDraft>,
  draft: Draft,
  wanted: Flagged,
) {
  checkFlags(deps.actor, noFlags, wanted)
  const passwordHash = await deps.hashPassword(draft.password)
  return deps.db.transaction(async (db) => {
    const clinic = await clinics.create({ ...deps, db }, clinicDraft)
    await checkLastDay({ ...deps, db }, clinic.id, draft.validUntil)
    await insert({ ...deps, db }, draft, wanted, clinic.id, passwordHash)
    return clinic
  })
}

async function insert(
  deps: UserDeps,
  draft: Draft,
  wanted: Flagged,
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
  const profile = { ...flagsFrom(noFlags, wanted), status: wanted.status ?? 'Active' }
  const user = await users.insert(deps.db, profile, {
    ...details,
    ...keysOf(details),
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
  await record(deps, { ...event, after })
  return user
}

const keysOf = (user: Pick<Draft, 'username' | 'firstName' | 'lastName'>) => ({
  usernameKey: folded(user.username),
  firstNameKey: folded(user.firstName),
  lastNameKey: folded(user.lastName),
  search: folded(`${user.firstName} ${user.lastName} ${user.username}`),
})

async function target(deps: UserDeps, id: UserId) {
  const found = (await users.findWithProfile(deps.db, id)) ?? refuse('record/not-found')
  const { user, profile } = found
  const person: Target = {
    id: user.id,
    isDeleted: user.isDeleted,
    flags: flagsFrom(noFlags, profile),
  }
  return { user, profile, person }
}

export async function update(deps: UserDeps, wanted: Edit) {
  const { actor } = deps
  const { user, person } = await target(deps, wanted.id)
  if (!mayEditUser(actor, person)) refuse('user/not-editable')
  const clinicId = wanted.clinicId ?? user.clinicId
  if (clinicId !== user.clinicId && !can(actor, 'user.choose-clinic')) refuse('access/forbidden')
  if (clinicId !== null) deps.db.within(clinicId)
  const maySetLimit = can(actor, 'user.assign-clinics')
  const limit = wanted.maxClinicCount
  const isLimitGiven = limit !== null && limit !== user.maxClinicCount
  if (isLimitGiven && !maySetLimit) refuse('access/forbidden')
  if (isLimitGiven && limit < (await assignedOf(deps.db, user.id)).length)
    refuse('user/max-clinics')
  if (wanted.validUntil !== user.validUntil) {
    if (person.flags.root) refuse('user/not-editable')
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
      ...keysOf(wanted),
    }
    await users.update(db, user.id, after)
    // Whoever knew the old password is out.
    if (wanted.password !== undefined) await users.endSessions(db, user.id)
    await record(
      { ...deps, db },
      {
        action: 'user.update',
        entityId: user.id,
        subject: user.username,
        clinicId,
        ...difference({ ...user }, after),
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
  const owner = (await users.ownerOfProfile(deps.db, wanted.id)) ?? refuse('record/not-found')
  const { user, profile, person } = await target(deps, owner.id)
  // Not even a flag that he may grant: made an operator, somebody above him would lose rights.
  if (!mayEditUser(actor, person)) refuse('user/not-editable')
  checkFlags(actor, person.flags, wanted)
  const status = wanted.status ?? profile.status
  if (status !== profile.status) {
    if (!can(actor, 'user.toggle-status')) refuse('access/forbidden')
    if (user.id === actor.id) refuse('user/not-yourself')
  }
  return deps.db.transaction(async (db) => {
    const after = { ...profile, ...flagsFrom(person.flags, wanted), status }
    await users.updateProfile(db, profile.id, after)
    if (status === 'Inactive') await users.endSessions(db, user.id)
    await record(
      { ...deps, db },
      {
        action: 'user.permissions',
        entityId: user.id,
        subject: user.username,
        clinicId: user.clinicId,
        ...difference({ ...profile }, after),
      },
    )
    return after
  })
}

export async function remove(deps: UserDeps, id: UserId): Promise<void> {
  const { user, person } = await target(deps, id)
  if (!mayDeleteUser(deps.actor, person) || user.id === deps.actor.id) refuse('user/not-deletable')
  await deps.db.transaction(async (db) => {
    // Two who each delete one of the last two users must not both find the other still there.
    if (user.clinicId !== null) await users.lockClinic(db, user.clinicId)
    await users.markDeleted(db, user.id)
    if (user.clinicId !== null && (await users.countLiving(db, user.clinicId)) === 0)
      refuse('user/last-of-clinic')
    await users.endSessions(db, user.id)
    await record(
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
  const { user, person } = await target(deps, userId)
  if (!mayAssignClinics(deps.actor, person)) refuse('user/not-assignable')
  const wanted = [...new Set(clinicIds)]
  if (user.maxClinicCount !== null && wanted.length > user.maxClinicCount)
    refuse('user/max-clinics')
  if ((await users.countClinics(deps.db, wanted)) !== wanted.length) refuse('record/not-found')
  return deps.db.transaction(async (db) => {
    const before = (await assignedOf(db, user.id)).map((clinic) => clinic.id)
    await users.setAssignedClinics(db, user.id, wanted)
    await record(
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
