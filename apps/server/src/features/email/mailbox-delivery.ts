import { refuse } from '@talus/contract'
import type { Refusal } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { EmailConfigTable } from '../../db/tables.ts'
import { openConnection } from '../../outbound/open-connection.ts'
import { tryConnection } from '../../outbound/try-connection.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { sendOver } from './email-delivery.ts'
import type { MailToSend } from './email-delivery.ts'
import { mailboxServer } from './smtp-settings.ts'
import { smtpVerdict } from './smtp-verdict.ts'

export type MailboxConfig = Pick<
  Selectable<EmailConfigTable>,
  'email' | 'hostName' | 'smtpPort' | 'password'
>

export interface MailboxDeps {
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
}

/** Sends one mail from a clinic's mailbox within the time; answers with what went wrong, if anything. */
export function sendFromMailbox(
  { secrets, allowPrivateHosts }: MailboxDeps,
  config: MailboxConfig,
  {
    ms,
    clinic,
    ...mail
  }: Omit<MailToSend, 'from'> & { readonly ms: number; readonly clinic: string },
): Promise<Refusal | undefined> {
  const place = { host: config.hostName, port: config.smtpPort }
  const server = mailboxServer(place)
  return tryConnection({ ms, place }, async (over) => {
    const pass = passwordOf(config, secrets)
    const connection = await openConnection({
      place,
      over,
      mayBePrivate: allowPrivateHosts,
      ...(server.secure ? { tls: { verify: server.verify } } : {}),
    })
    try {
      const from = { name: clinic, address: config.email }
      const auth = { user: config.email, pass }
      await sendOver(connection, { ...server, auth }, { ...mail, from })
    } catch (error) {
      throw smtpVerdict(error, { ...place, email: config.email })
    }
  })
}

function passwordOf({ password }: MailboxConfig, secrets: SecretBox): string {
  if (password === null) refuse('email/no-password')
  try {
    return secrets.open(password)
  } catch {
    // Sealed with another key: a restored database, or one moved without its key.
    refuse('email/password-unreadable')
  }
}
