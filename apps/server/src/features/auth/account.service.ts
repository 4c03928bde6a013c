import { limits, refuse, refuseField } from '@talus/contract'
import type { AccountSession } from '@talus/contract'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { createPasswordNotice, queueEmail } from '../email/index.ts'
import * as users from '../users/index.ts'
import { checkCurrentPassword } from './current-password.ts'
import { describeDevice } from './describe-device.ts'
import { hashPassword } from './password-hash.ts'
import * as sessions from './sessions.queries.ts'
import { hashToken } from './token.ts'

export interface AccountDeps extends ChangeContext {
  readonly publicUrl: string
  /** The token of the session that sends the request. */
  readonly token: string | undefined
}

/** Names a session for its user, without the hash under which it is found. */
const toId = (tokenHash: string) => hashToken(tokenHash).slice(0, 22)

const getOwnHash = ({ token }: AccountDeps) => hashToken(token ?? '')

export async function listSessions(deps: AccountDeps): Promise<AccountSession[]> {
  const { db, actor, clock } = deps
  const rows = await sessions.listOfUser(db.unscopedDb, actor.id, clock().toISOString())
  return rows.map(({ tokenHash, createdOn, lastUsedOn, address, device }) => ({
    id: toId(tokenHash),
    isCurrent: tokenHash === getOwnHash(deps),
    createdOn,
    lastUsedOn,
    address,
    ...describeDevice(device),
  }))
}

export async function endSession(deps: AccountDeps, id: string): Promise<void> {
  const { actor, clock } = deps
  await deps.db.transaction(async (db) => {
    const rows = await sessions.listOfUser(db.unscopedDb, actor.id, clock().toISOString())
    const session = rows.find(({ tokenHash }) => toId(tokenHash) === id)
    if (!session) refuse('record/not-found')
    await sessions.end(db.unscopedDb, session.tokenHash)
    await recordEnd({ ...deps, db }, [session])
  })
}

export async function endOtherSessions(deps: AccountDeps) {
  return deps.db.transaction(async (db) => {
    const ended = await sessions.endOthersOfUser(db.unscopedDb, deps.actor.id, getOwnHash(deps))
    if (ended.length > 0) await recordEnd({ ...deps, db }, ended)
    return { ended: ended.length }
  })
}

const recordEnd = (
  deps: AccountDeps,
  ended: readonly { readonly address: string; readonly createdOn: string }[],
) => {
  const { id: entityId, username: subject, clinicId } = deps.actor
  const before = {
    sessions: ended.slice(0, 20).map(({ address, createdOn }) => `${address}, ${createdOn}`),
  }
  return recordAuditEvent(deps, {
    action: 'account.end-session',
    entityId,
    subject,
    clinicId,
    before,
  })
}

/** The user stays signed in here and nowhere else, and learns of the change by mail. */
export async function changePassword(
  deps: AccountDeps,
  wanted: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  await checkCurrentPassword(deps, wanted.currentPassword)
  if (wanted.password === wanted.currentPassword) refuseField('password', 'password/same')
  // Hashed before the transaction, which should not stay open that long.
  const passwordHash = await hashPassword(wanted.password)
  const { actor, clock, publicUrl } = deps
  await deps.db.transaction(async (db) => {
    const { unscopedDb } = db
    await users.setPassword(unscopedDb, actor.id, passwordHash)
    await sessions.endOthersOfUser(unscopedDb, actor.id, getOwnHash(deps))
    await sessions.endPending(unscopedDb, actor.id, clock().toISOString())
    const { id: entityId, username: subject, clinicId } = actor
    await recordAuditEvent(
      { ...deps, db },
      { action: 'account.password', entityId, subject, clinicId },
    )
    const account = await users.findAccount(unscopedDb, actor.id)
    const to = account && users.findMailAddress(account)
    if (!account || to === undefined) return
    const notice = createPasswordNotice({
      language: account.lang ?? 'en',
      name: account.firstName,
      link: new URL('forgot', publicUrl).href,
      minutes: limits.resetLinkMinutes,
    })
    await queueEmail(
      unscopedDb,
      { to: [{ address: to, name: account.firstName }], ...notice },
      { clock },
    )
  })
}
