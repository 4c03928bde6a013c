import { limits, noFlags, permissionFlags } from '@talus/contract'
import type { Actor, Flags, Instant, Session, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import * as clinics from '../clinics/index.ts'
import * as users from '../users/index.ts'
import { accountFault } from './account-state.ts'
import * as sessions from './sessions.queries.ts'
import type { SessionWithUser } from './sessions.queries.ts'
import { hashToken, newToken } from './token.ts'

export interface SessionDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
}

const hour = 3_600_000
const touchEveryMs = 60_000
const instant = (time: number): Instant => new Date(time).toISOString()

/** Idle for half a day or a week old, whichever comes first. */
const expiry = (createdOn: number, now: number): number =>
  Math.min(now + limits.sessionIdleHours * hour, createdOn + limits.sessionDays * 24 * hour)

export async function begin(
  { unscopedDb, clock }: SessionDeps,
  userId: UserId,
  address: string,
): Promise<string> {
  const token = newToken()
  const now = clock().getTime()
  await sessions.purgeExpired(unscopedDb, instant(now))
  await sessions.insert(unscopedDb, {
    tokenHash: hashToken(token),
    userId,
    createdOn: instant(now),
    lastUsedOn: instant(now),
    expiresOn: instant(expiry(now, now)),
    address,
  })
  return token
}

/** The person behind a token, or undefined: ended, expired, disabled, deleted, all the same. */
export async function authenticate(deps: SessionDeps, token: string): Promise<Actor | undefined> {
  const session = await validSession(deps, token)
  if (!session) return undefined
  await keepAlive(deps.unscopedDb, hashToken(token), session, deps.clock().getTime())
  return actorOf(deps, session)
}

/** The same without counting as use: a screen that is left open must not keep somebody signed in. */
export async function recognise(deps: SessionDeps, token: string): Promise<Actor | undefined> {
  const session = await validSession(deps, token)
  return session && actorOf(deps, session)
}

async function validSession({ unscopedDb, clock }: SessionDeps, token: string) {
  const session = await sessions.findWithUser(unscopedDb, hashToken(token))
  const now = clock()
  return !session || session.expiresOn <= now.toISOString() || accountFault(session, now)
    ? undefined
    : session
}

async function actorOf({ unscopedDb }: SessionDeps, session: SessionWithUser): Promise<Actor> {
  const flags = flagsOf(session)
  return {
    id: session.userId,
    username: session.username,
    clinicId: session.clinicId,
    assignedClinicIds: flags.contractSuperAdmin
      ? await sessions.assignedClinics(unscopedDb, session.userId)
      : [],
    flags,
  }
}

const flagsOf = (row: SessionWithUser): Flags =>
  permissionFlags.reduce((flags, flag) => ({ ...flags, [flag]: row[flag] }), noFlags)

/** Writing at every request would cost a flush each; once a minute is as good. */
async function keepAlive(
  unscopedDb: UnscopedDb,
  tokenHash: string,
  session: SessionWithUser,
  now: number,
) {
  if (now - Date.parse(session.lastUsedOn) < touchEveryMs) return
  await sessions.extend(unscopedDb, tokenHash, {
    lastUsedOn: instant(now),
    expiresOn: instant(expiry(Date.parse(session.sessionCreatedOn), now)),
  })
}

/** What the screens need to know of the person who is signed in. */
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
    assignedClinicIds: await sessions.assignedClinics(unscopedDb, user.id),
    expiresOn: session.expiresOn,
  }
}

export const end = ({ unscopedDb }: SessionDeps, token: string) =>
  sessions.end(unscopedDb, hashToken(token))
