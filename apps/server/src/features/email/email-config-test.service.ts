import { randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { EmailConfigId, Language } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { EmailConfigTable } from '../../db/tables.ts'
import { openConnection } from '../../outbound/open-connection.ts'
import { countTest } from '../../outbound/test-limit.ts'
import { tryConnection } from '../../outbound/try-connection.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as emailConfigs from './email-config.queries.ts'
import { sendOver } from './email-delivery.ts'
import { mailboxServer } from './smtp-settings.ts'
import { smtpVerdict } from './smtp-verdict.ts'
import { testMail } from './test-mail.ts'

/** From the name of the server to its last answer. */
const timeMs = 10_000

export interface EmailTestDeps extends Change {
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
}

/** Sends a message from the mailbox to itself; refuses with what went wrong. */
export async function test(deps: EmailTestDeps, id: EmailConfigId, language: Language) {
  const config = (await emailConfigs.find(deps.db, id)) ?? refuse('record/not-found')
  await countTest(deps.db.unscopedDb, deps.actor.id, deps.clock())
  const { clinicId, email } = config
  const clinic = await emailConfigs.clinicName(deps.db, clinicId)
  const place = { host: config.hostName, port: config.smtpPort }
  const server = mailboxServer(place)

  const verdict = await tryConnection({ ms: timeMs, place }, async (over) => {
    const pass = passwordOf(config, deps.secrets)
    const connection = await openConnection({
      place,
      over,
      mayBePrivate: deps.allowPrivateHosts,
      ...(server.secure ? { tls: { verify: server.verify } } : {}),
    })
    const mail = {
      ...testMail({ language, clinic, email }),
      to: [{ address: email, name: clinic }],
      recipient: email,
      messageId: randomUUID(),
      queuedOn: deps.clock().toISOString(),
    }
    try {
      const from = { name: clinic, address: email }
      await sendOver(connection, { ...server, auth: { user: email, pass } }, { email: mail, from })
    } catch (error) {
      throw smtpVerdict(error, { ...place, email })
    }
  })

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

function passwordOf({ password }: Selectable<EmailConfigTable>, secrets: SecretBox): string {
  if (password === null) refuse('email/no-password')
  try {
    return secrets.open(password)
  } catch {
    // Sealed with another key: a restored database, or one moved without its key.
    refuse('email/password-unreadable')
  }
}
