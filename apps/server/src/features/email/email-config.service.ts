import { refuse, refuseField } from '@talus/contract'
import type { ClinicId, EmailConfigChange, EmailConfigDraft } from '@talus/contract'
import type { z } from 'zod'
import { toUniqueViolation } from '../../db/unique-violation.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { checkHost } from '../../outbound/check-host.ts'
import * as emailConfigs from './email-config.queries.ts'

export interface EmailConfigDeps extends ChangeContext {
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
}

export async function create(
  deps: EmailConfigDeps,
  draft: z.output<typeof EmailConfigDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  checkHost({ host: draft.hostName, port: draft.smtpPort }, deps)
  return deps.db.transaction(async (db) => {
    const password = deps.secrets.seal(draft.password)
    const config = await emailConfigs
      .insert(db, { ...draft, clinicId, password })
      .catch((error: unknown) => {
        if (toUniqueViolation(error)) refuse('email/configured')
        throw error
      })
    const subject = config.email
    const event = { action: 'email-config.create' as const, entityId: config.id, subject, clinicId }
    await recordAuditEvent({ ...deps, db }, { ...event, after: { ...config } })
    return config
  })
}

/**
 * Without a password in the request the stored one stays; it is never sent to the client. It stays
 * only for the host, port and mailbox that it was entered for: otherwise a user who may change them
 * could have the password sent to a server of their own.
 */
export async function update(deps: EmailConfigDeps, wanted: z.output<typeof EmailConfigChange>) {
  const before = (await emailConfigs.find(deps.db, wanted.id)) ?? refuse('record/not-found')
  checkHost({ host: wanted.hostName, port: wanted.smtpPort }, deps)
  const isOther =
    wanted.hostName.toLowerCase() !== before.hostName.toLowerCase() ||
    wanted.smtpPort !== before.smtpPort ||
    wanted.email.toLowerCase() !== before.email.toLowerCase()
  if (isOther && before.password !== null && wanted.password === undefined)
    refuseField('password', 'email/password-again')
  const after = {
    email: wanted.email,
    hostName: wanted.hostName,
    smtpPort: wanted.smtpPort,
    password: wanted.password === undefined ? before.password : deps.secrets.seal(wanted.password),
  }
  return deps.db.transaction(async (db) => {
    await emailConfigs.update(db, before.id, after)
    const { email: subject, clinicId } = before
    const event = { action: 'email-config.update' as const, entityId: before.id, subject, clinicId }
    await recordAuditEvent({ ...deps, db }, { ...event, ...diffValues({ ...before }, after) })
    return { ...before, ...after }
  })
}
