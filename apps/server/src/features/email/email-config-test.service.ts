import { randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { EmailConfigId, Language } from '@talus/contract'
import { countTest } from '../../outbound/test-limit.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as emailConfigs from './email-config.queries.ts'
import { sendFromMailbox } from './mailbox-delivery.ts'
import type { MailboxDeps } from './mailbox-delivery.ts'
import { testMail } from './test-mail.ts'

/** From the name of the server to its last answer. */
const timeMs = 10_000

export interface EmailTestDeps extends Change, MailboxDeps {}

/** Sends a message from the mailbox to itself; refuses with what went wrong. */
export async function test(deps: EmailTestDeps, id: EmailConfigId, language: Language) {
  const config = (await emailConfigs.find(deps.db, id)) ?? refuse('record/not-found')
  await countTest(deps.db.unscopedDb, deps.actor.id, deps.clock())
  const { clinicId, email } = config
  const clinic = await emailConfigs.clinicName(deps.db, clinicId)
  const place = { host: config.hostName, port: config.smtpPort }
  const mail = {
    ...testMail({ language, clinic, email }),
    to: [{ address: email, name: clinic }],
    recipient: email,
    messageId: randomUUID(),
    queuedOn: deps.clock().toISOString(),
  }
  const verdict = await sendFromMailbox(deps, config, { email: mail, ms: timeMs, clinic })

  const after = { ...place, email, result: verdict?.code ?? 'success' }
  await record(deps, {
    action: 'email-config.test',
    entityId: id,
    subject: email,
    clinicId,
    after,
  })
  if (verdict) throw verdict
}
