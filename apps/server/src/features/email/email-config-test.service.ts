import { randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { EmailConfigId, Language } from '@talus/contract'
import { countConnectionTest } from '../../outbound/connection-test-limit.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as emailConfigs from './email-config.queries.ts'
import { sendFromMailbox } from './mailbox-delivery.ts'
import type { MailboxDeps } from './mailbox-delivery.ts'
import { createTestMail } from './test-mail.ts'

/** The limit from the DNS lookup to the last response of the server. */
const timeMs = 10_000

export interface EmailTestDeps extends ChangeContext, MailboxDeps {}

/** Sends a message from the mailbox to itself; refuses with the reason if that fails. */
export async function testMailbox(deps: EmailTestDeps, id: EmailConfigId, language: Language) {
  const config = (await emailConfigs.find(deps.db, id)) ?? refuse('record/not-found')
  await countConnectionTest(deps.db.unscopedDb, deps.actor.id, deps.clock())
  const { clinicId, email } = config
  const clinic = await emailConfigs.findClinicName(deps.db, clinicId)
  const endpoint = { host: config.hostName, port: config.smtpPort }
  const mail = {
    ...createTestMail({ language, clinic, email }),
    to: [{ address: email, name: clinic }],
    recipient: email,
    messageId: randomUUID(),
    queuedOn: deps.clock().toISOString(),
  }
  const refusal = await sendFromMailbox(deps, config, { email: mail, ms: timeMs, clinic })

  const after = { ...endpoint, email, result: refusal?.code ?? 'success' }
  await recordAuditEvent(deps, {
    action: 'email-config.test',
    entityId: id,
    subject: email,
    clinicId,
    after,
  })
  if (refusal) throw refusal
}
