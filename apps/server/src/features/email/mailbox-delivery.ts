import { refuse } from '@talus/contract'
import type { Refusal } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { EmailConfigTable } from '../../db/tables.ts'
import { openConnection } from '../../outbound/open-connection.ts'
import { tryConnection } from '../../outbound/try-connection.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { sendOverConnection } from './email-delivery.ts'
import type { OutgoingMail } from './email-delivery.ts'
import { getMailboxServer } from './smtp-settings.ts'
import { toSmtpRefusal } from './smtp-refusal.ts'

export type MailboxConfig = Pick<
  Selectable<EmailConfigTable>,
  'email' | 'hostName' | 'smtpPort' | 'password'
>

export interface MailboxDeps {
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
}

/**
 * Sends one mail from the mailbox of a clinic within the time limit; resolves with the refusal if
 * it fails.
 */
export function sendFromMailbox(
  { secrets, allowPrivateHosts }: MailboxDeps,
  config: MailboxConfig,
  {
    ms,
    clinic,
    ...mail
  }: Omit<OutgoingMail, 'from'> & { readonly ms: number; readonly clinic: string },
): Promise<Refusal | undefined> {
  const endpoint = { host: config.hostName, port: config.smtpPort }
  const server = getMailboxServer(endpoint)
  return tryConnection({ ms, endpoint }, async (signal) => {
    const pass = openPassword(config, secrets)
    const connection = await openConnection({
      endpoint,
      signal,
      mayBePrivate: allowPrivateHosts,
      ...(server.secure ? { tls: { verify: server.verify } } : {}),
    })
    try {
      const from = { name: clinic, address: config.email }
      const auth = { user: config.email, pass }
      await sendOverConnection(connection, { ...server, auth }, { ...mail, from })
    } catch (error) {
      throw toSmtpRefusal(error, { ...endpoint, email: config.email })
    }
  })
}

function openPassword({ password }: MailboxConfig, secrets: SecretBox): string {
  if (password === null) refuse('email/no-password')
  try {
    return secrets.open(password)
  } catch {
    // Encrypted with another key: a restored database, or one that was moved without its key.
    refuse('email/password-unreadable')
  }
}
