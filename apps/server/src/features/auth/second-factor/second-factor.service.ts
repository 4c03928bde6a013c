import { mayEditUser, noFlags, permissionFlags, refuse, refuseField } from '@talus/contract'
import type { Actor, Flags, SecondFactor, UserId } from '@talus/contract'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as users from '../../users/index.ts'
import { checkCurrentPassword } from '../current-password.ts'
import * as sessions from '../sessions.queries.ts'
import { createRecoveryCodes, formatRecoveryCode, hashRecoveryCode } from './recovery-codes.ts'
import * as factors from './second-factor.queries.ts'
import { createSecret, findStep, formatUri } from './totp.ts'

/** Whether root and administrators must have a second factor. */
export type SecondFactorRule = 'optional' | 'admins'

export interface FactorDeps extends ChangeContext {
  readonly secrets: SecretBox
  readonly secondFactorRule: SecondFactorRule
  /** The name of this server in the user's authenticator. */
  readonly issuer: string
}

export const isDemanded = (rule: SecondFactorRule, flags: Flags): boolean =>
  rule === 'admins' &&
  (flags.root || flags.superAdmin || flags.contractSuperAdmin || flags.clinicAdmin)

export async function describe({ db, actor, ...deps }: FactorDeps): Promise<SecondFactor> {
  const factor = await factors.find(db.unscopedDb, actor.id)
  const isOn = factor !== undefined && factor.enabledOn !== null
  return {
    isOn,
    isDemanded: isDemanded(deps.secondFactorRule, actor.flags),
    enabledOn: factor?.enabledOn ?? null,
    recoveryCodesLeft: isOn ? await factors.countRecoveryCodes(db.unscopedDb, actor.id) : 0,
  }
}

const recordOwn = (
  deps: FactorDeps,
  action: 'account.second-factor-on' | 'account.second-factor-off' | 'account.recovery-codes',
) => {
  const { id: entityId, username: subject, clinicId } = deps.actor
  return recordAuditEvent(deps, { action, entityId, subject, clinicId })
}

/** Creates the secret of an authenticator, which is used after a first code has confirmed it. */
export async function start(deps: FactorDeps, currentPassword: string) {
  const { db, actor, secrets } = deps
  await checkCurrentPassword(deps, currentPassword)
  if ((await factors.find(db.unscopedDb, actor.id))?.enabledOn) refuse('account/second-factor-on')
  const secret = createSecret()
  await factors.store(db.unscopedDb, actor.id, secrets.seal(secret))
  return { secret, uri: formatUri(secret, actor.username, deps.issuer) }
}

export async function confirm(deps: FactorDeps, code: string) {
  const { actor, secrets, clock } = deps
  return deps.db.transaction(async (db) => {
    const { unscopedDb } = db
    const factor = await factors.find(unscopedDb, actor.id)
    if (!factor) refuse('account/second-factor-off')
    if (factor.enabledOn !== null) refuse('account/second-factor-on')
    const step = findStep(secrets.open(factor.secret), code, clock())
    if (step === undefined || !(await factors.useStep(unscopedDb, actor.id, step)))
      refuseField('code', 'field/wrong-code')
    await factors.enable(unscopedDb, actor.id, clock().toISOString())
    await sessions.liftSetUp(unscopedDb, actor.id)
    await recordOwn({ ...deps, db }, 'account.second-factor-on')
    return renew(db.unscopedDb, actor.id)
  })
}

async function renew(unscopedDb: Parameters<typeof factors.find>[0], userId: UserId) {
  const codes = createRecoveryCodes()
  await factors.replaceRecoveryCodes(
    unscopedDb,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  )
  return { recoveryCodes: codes.map(formatRecoveryCode) }
}

async function requireOn({ db, actor }: FactorDeps) {
  const factor = await factors.find(db.unscopedDb, actor.id)
  if (!factor?.enabledOn) refuse('account/second-factor-off')
}

export async function renewRecoveryCodes(deps: FactorDeps, currentPassword: string) {
  await checkCurrentPassword(deps, currentPassword)
  return deps.db.transaction(async (db) => {
    await requireOn({ ...deps, db })
    await recordOwn({ ...deps, db }, 'account.recovery-codes')
    return renew(db.unscopedDb, deps.actor.id)
  })
}

export async function remove(deps: FactorDeps, currentPassword: string): Promise<void> {
  await checkCurrentPassword(deps, currentPassword)
  if (isDemanded(deps.secondFactorRule, deps.actor.flags)) refuse('account/second-factor-demanded')
  await deps.db.transaction(async (db) => {
    await requireOn({ ...deps, db })
    await factors.remove(db.unscopedDb, deps.actor.id)
    await recordOwn({ ...deps, db }, 'account.second-factor-off')
  })
}

/** For a user who has lost their authenticator and their recovery codes. */
export async function resetOf(change: ChangeContext, id: UserId): Promise<void> {
  const { user, profile } =
    (await users.findWithProfile(change.db, id)) ?? refuse('record/not-found')
  const flags = permissionFlags.reduce(
    (all: Flags, flag) => ({ ...all, [flag]: profile[flag] }),
    noFlags,
  )
  if (!mayReset(change.actor, { id, isDeleted: user.isDeleted, flags })) refuse('user/not-editable')
  await change.db.transaction(async (db) => {
    if (!(await factors.find(db.unscopedDb, id))?.enabledOn) refuse('account/second-factor-off')
    await factors.remove(db.unscopedDb, id)
    await sessions.endAllOfUser(db.unscopedDb, id)
    const { username: subject, clinicId } = user
    await recordAuditEvent(
      { ...change, db },
      { action: 'user.reset-second-factor', entityId: id, subject, clinicId },
    )
  })
}

/** Not one's own: a stolen session must not turn off the second factor without the password. */
const mayReset = (actor: Actor, target: Parameters<typeof mayEditUser>[1]) =>
  target.id !== actor.id && mayEditUser(actor, target)
