import type { UnscopedDb } from '../../db/open.ts'
import * as pending from './pending-set-up.queries.ts'
import { createSalt, createSetUpCode, hashSetUpCode } from './set-up-code.ts'

/** A day is enough to open a link that is on the screen; each later start prints a new one. */
const validMs = 24 * 3_600_000

interface PendingDeps {
  readonly unscopedDb: UnscopedDb
  readonly secretKey: string
  readonly now: Date
}

export type PendingSetUp =
  | { readonly state: 'done' }
  | { readonly state: 'open'; readonly code: string }
  /** A server with another secret key has created the code. */
  | { readonly state: 'printed by another server' }

/**
 * Lets an empty system wait for its first user, and returns the code for it: the same as before
 * while that one is valid, so that a link in the log of an earlier start works. `isRenewed` replaces
 * a valid code too. Callers hold the lock of the first start.
 */
export async function preparePendingSetUp(
  { unscopedDb, secretKey, now }: PendingDeps,
  { isRenewed = false } = {},
): Promise<PendingSetUp> {
  if (await pending.hasUsers(unscopedDb)) {
    // Left by a start without demo data, before one with demo data.
    await pending.consume(unscopedDb)
    return { state: 'done' }
  }
  const found = await pending.find(unscopedDb)
  if (found && !isRenewed && found.expiresOn > now.toISOString()) {
    const code = createSetUpCode(secretKey, found.salt)
    return hashSetUpCode(code) === found.codeHash
      ? { state: 'open', code }
      : { state: 'printed by another server' }
  }
  const salt = createSalt()
  const code = createSetUpCode(secretKey, salt)
  const expiresOn = new Date(now.getTime() + validMs).toISOString()
  await pending.save(unscopedDb, { salt, codeHash: hashSetUpCode(code), expiresOn })
  return { state: 'open', code }
}

/** Whether the system waits for its first user. */
export async function isSetUpOpen(unscopedDb: UnscopedDb): Promise<boolean> {
  return (await pending.find(unscopedDb)) !== undefined && !(await pending.hasUsers(unscopedDb))
}
