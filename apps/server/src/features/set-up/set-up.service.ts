import { noFlags, refuse } from '@talus/contract'
import type { Actor, ClinicDraft, Session, UserDraft, UserId } from '@talus/contract'
import type { z } from 'zod'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { recordAuditEvent } from '../audit/index.ts'
import {
  checkAttempt,
  createPassword,
  forgetAccountFailures,
  openSession,
  recordFailure,
  runInTurn,
} from '../auth/index.ts'
import type { OpenSessionDeps } from '../auth/index.ts'
import * as users from '../users/index.ts'
import * as pending from './pending-set-up.queries.ts'
import { insertRoot } from './root-user.ts'
import { hashSetUpCode } from './set-up-code.ts'

export interface SetUpDeps extends OpenSessionDeps {
  readonly hashPassword: (password: string) => Promise<string>
  readonly serverAeTitle: string
  /** Whether callers from the computer of the server need no code. */
  readonly trustsSameComputer: boolean
}

interface Caller {
  readonly address: string
  readonly isSameComputer: boolean
}

/** Counts wrong codes like wrong passwords. No username begins with a space. */
const usernameKey = ' set-up'

export const needsCode = ({ trustsSameComputer }: SetUpDeps, { isSameComputer }: Caller) =>
  !trustsSameComputer || !isSameComputer

/**
 * Refuses a caller without access to the computer of the server. A wrong code is refused before an
 * expired one, so that only its owner learns that a code was right once.
 */
export function checkAccess(
  deps: SetUpDeps,
  code: string | undefined,
  caller: Caller,
): Promise<void> {
  const { unscopedDb, clock } = deps
  const attempt = { usernameKey, address: caller.address }
  return runInTurn(attempt, async () => {
    const found = await pending.find(unscopedDb)
    if (!found) refuse('set-up/done')
    if (!needsCode(deps, caller)) return
    if (code === undefined || code === '') refuse('set-up/code-needed')
    await checkAttempt(unscopedDb, attempt, clock())
    // Both are hashes: their comparison tells nothing about the code.
    if (hashSetUpCode(code) !== found.codeHash) {
      await recordFailure(unscopedDb, attempt, clock())
      refuse('set-up/wrong-code')
    }
    if (found.expiresOn <= clock().toISOString()) refuse('set-up/code-expired')
  })
}

interface FirstUser {
  readonly clinicData: z.output<typeof ClinicDraft>
  readonly userData: z.output<typeof UserDraft>
}

/**
 * The rights of the first user: everything in their clinic, and all clinics. They do not become
 * root, whose sections of the settings lack those of a clinic; root stays for emergencies.
 */
const administratorFlags = {
  ...noFlags,
  superAdmin: true,
  clinicAdmin: true,
  report: true,
  advancedTools: true,
  dicomForms: true,
  bulkDownload: true,
  doctorCase: true,
}

/** Creates root, the clinic and its administrator; of two concurrent callers one succeeds. */
export async function completeSetUp(
  deps: SetUpDeps,
  { code, ...first }: FirstUser & { readonly code?: string | undefined },
  call: Caller & Pick<Parameters<typeof openSession>[2], 'device' | 'setHeader'>,
): Promise<Session> {
  await checkAccess(deps, code, call)
  const [passwordHash, rootHash] = await Promise.all([
    deps.hashPassword(first.userData.password),
    // A password that is never shown: `npm run reset-password root` sets one when it is needed.
    deps.hashPassword(createPassword()),
  ])
  const userId = await deps.unscopedDb.transaction().execute(async (unscopedDb) => {
    const isFirst = await pending.consume(unscopedDb)
    if (!isFirst || (await pending.hasUsers(unscopedDb))) refuse('set-up/done')
    const hashes = { passwordHash, rootHash }
    return insertFirstUsers({ ...deps, unscopedDb }, first, hashes, call)
  })
  await forgetAccountFailures(deps.unscopedDb, usernameKey)
  return openSession(deps, userId, call)
}

async function insertFirstUsers(
  { unscopedDb, clock, ...deps }: SetUpDeps & { readonly unscopedDb: UnscopedDb },
  { clinicData, userData }: FirstUser,
  { passwordHash, rootHash }: { readonly passwordHash: string; readonly rootHash: string },
  caller: Caller,
): Promise<UserId> {
  const db = new ClinicDb(unscopedDb, 'every-clinic')
  const actor: Actor = {
    id: await insertRoot(unscopedDb, rootHash, clock()),
    username: 'root',
    clinicId: null,
    assignedClinicIds: [],
    flags: { ...noFlags, root: true },
  }
  const change = { ...deps, db, actor, clock, address: caller.address }
  const draft = { ...userData, validUntil: null, maxClinicCount: null }
  const { clinic, user } = await users.insertClinic(
    change,
    clinicData,
    draft,
    administratorFlags,
    passwordHash,
  )
  await recordAuditEvent(change, {
    action: 'system.set-up',
    entityId: user.id,
    subject: user.username,
    clinicId: clinic.id,
    after: { from: needsCode({ ...deps, unscopedDb, clock }, caller) ? 'code' : 'this computer' },
  })
  return user.id
}
