import { limits, noFlags, permissionFlags } from '@talus/contract'
import type { Actor, Flags, Instant, Session, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import * as clinics from '../clinics/index.ts'
import * as users from '../users/index.ts'
import { findAccountFault } from './account-state.ts'
import { isDemanded } from './second-factor/second-factor.service.ts'
import type { SecondFactorRule } from './second-factor/second-factor.service.ts'
import { find as findFactor } from './second-factor/second-factor.queries.ts'
import * as sessions from './sessions.queries.ts'
import type { SessionWithUser } from './sessions.queries.ts'
import { hashToken, newToken } from './token.ts'

export interface SessionDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

const hour = 3_600_000
const touchEveryMs = 60_000
const deviceMax = 255
const toInstant = (time: number): Instant => new Date(time).toISOString()

/** A session ends after half a day without use, or after a week, whichever comes first. */
const computeExpiry = (createdOn: number, now: number): number =>
  Math.min(now + limits.sessionIdleHours * hour, createdOn + limits.sessionDays * 24 * hour)

export async function startSession(
  { unscopedDb, clock }: SessionDeps,
  userId: UserId,
  address: string,
  {
    device = '',
    mustSetUp = false,
  }: { readonly device?: string; readonly mustSetUp?: boolean } = {},
): Promise<string> {
  const token = newToken()
  const now = clock().getTime()
  await sessions.purgeExpired(unscopedDb, toInstant(now))
  await sessions.insert(unscopedDb, {
    tokenHash: hashToken(token),
    userId,
    createdOn: toInstant(now),
    lastUsedOn: toInstant(now),
    expiresOn: toInstant(computeExpiry(now, now)),
    address,
    device: device.slice(0, deviceMax),
    mustSetUp,
  })
  return token
}

/** Whether the server demands a second factor of the user, who has none yet. */
export async function mustSetUpFactor(
  { unscopedDb, secondFactorRule }: SessionDeps & { readonly secondFactorRule: SecondFactorRule },
  userId: UserId,
): Promise<boolean> {
  if (secondFactorRule === 'optional') return false
  const flags = await sessions.findFlags(unscopedDb, userId)
  if (!flags || !isDemanded(secondFactorRule, pickFlags(flags))) return false
  return !(await findFactor(unscopedDb, userId))?.enabledOn
}

/**
 * The user of a token; undefined if the session has ended or expired, or the user is disabled or
 * deleted.
 */
export async function authenticate(deps: SessionDeps, token: string): Promise<Actor | undefined> {
  const session = await validSession(deps, token)
  if (!session) return undefined
  await extendSession(deps.unscopedDb, hashToken(token), session, deps.clock().getTime())
  return loadActor(deps, session)
}

/** The same without extending the session: an open screen must not keep a user signed in. */
export async function authenticateWithoutRenewal(
  deps: SessionDeps,
  token: string,
): Promise<Actor | undefined> {
  const session = await validSession(deps, token)
  return session && loadActor(deps, session)
}

/**
 * Whether the session of a token hash still exists, is not expired, its user is active, and it was
 * used within this time.
 */
export async function isSessionInUse(
  deps: SessionDeps,
  tokenHash: string,
  withinMs: number,
): Promise<boolean> {
  const session = await findValidSession(deps, tokenHash)
  return (
    session !== undefined &&
    deps.clock().getTime() - Date.parse(session.lastUsedOn) <= withinMs + touchEveryMs
  )
}

const validSession = (deps: SessionDeps, token: string) => findValidSession(deps, hashToken(token))

async function findValidSession({ unscopedDb, clock }: SessionDeps, tokenHash: string) {
  const session = await sessions.findWithUser(unscopedDb, tokenHash)
  const now = clock()
  return !session || session.expiresOn <= now.toISOString() || findAccountFault(session, now)
    ? undefined
    : session
}

async function loadActor({ unscopedDb }: SessionDeps, session: SessionWithUser): Promise<Actor> {
  const flags = pickFlags(session)
  return {
    id: session.userId,
    username: session.username,
    clinicId: session.clinicId,
    assignedClinicIds: flags.contractSuperAdmin
      ? await sessions.listAssignedClinics(unscopedDb, session.userId)
      : [],
    flags,
    ...(session.mustSetUp ? { mustSetUp: true } : {}),
  }
}

const pickFlags = (row: Readonly<Flags>): Flags =>
  permissionFlags.reduce((flags, flag) => ({ ...flags, [flag]: row[flag] }), noFlags)

/** A write for every request would cost a flush each; once a minute is enough. */
async function extendSession(
  unscopedDb: UnscopedDb,
  tokenHash: string,
  session: SessionWithUser,
  now: number,
) {
  if (now - Date.parse(session.lastUsedOn) < touchEveryMs) return
  await sessions.extend(unscopedDb, tokenHash, {
    lastUsedOn: toInstant(now),
    expiresOn: toInstant(computeExpiry(Date.parse(session.sessionCreatedOn), now)),
  })
}

/** The session data that the web client needs about the signed-in user. */
export async function describe(
  { unscopedDb }: SessionDeps,
  token: string,
): Promise<Session | undefined> {
  const session = await sessions.findWithUser(unscopedDb, hashToken(token))
  const user = session && (await users.findById(unscopedDb, session.userId))
  if (!session || !user) return undefined
  return {
    user,
    permissionProfile: session,
    clinic: user.clinicId === null ? null : await clinics.findById(unscopedDb, user.clinicId),
    assignedClinicIds: await sessions.listAssignedClinics(unscopedDb, user.id),
    expiresOn: session.expiresOn,
    mustSetUp: session.mustSetUp,
    language: await users.findLanguage(unscopedDb, user.id),
  }
}

export const end = ({ unscopedDb }: SessionDeps, token: string) =>
  sessions.end(unscopedDb, hashToken(token))
