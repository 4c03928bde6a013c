import type { Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Logger } from '@talus/node-kit/logger'
import { openFileStore } from '../../files/index.ts'
import { JobFailure, PermanentFailure } from '../../jobs/define-job.ts'
import type { JobContext } from '../../jobs/define-job.ts'
import { getTlsServerName } from '../../outbound/open-connection.ts'
import type { QueuedEmail } from './email-message.ts'
import type { Mailbox, SmtpSettings } from './smtp-settings.ts'

export type Deliver = (email: QueuedEmail, context: Pick<JobContext, 'jobId'>) => Promise<void>

/** Nothing in a mail may make the server read a file or fetch an address. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true } as const

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

export interface OutgoingMail {
  readonly email: QueuedEmail
  readonly from: Mailbox
  readonly attachments?: readonly Attachment[]
  /** A user wrote it, and may get a reply. */
  readonly isPersonal?: boolean
}

const composeMail = ({ email, from, attachments = [], isPersonal = false }: OutgoingMail) => ({
  from,
  // Objects, because nodemailer would parse a text, and a name with a comma would become two
  // recipients.
  to: email.to.map(({ address, name = '' }) => ({ address, name })),
  envelope: { from: from.address, to: [email.recipient] },
  subject: email.subject,
  text: email.text,
  ...(email.html === undefined ? {} : { html: email.html }),
  messageId: `<${email.messageId}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  date: new Date(email.queuedOn),
  attachments: [...attachments],
  headers: {
    'Content-Language': email.language,
    // RFC 3834: prevents automatic replies, such as out-of-office messages.
    ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
  },
})

const SmtpError = z.object({
  message: z.string(),
  code: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

/**
 * The server refused the sign-in or the encryption, not the mail: the settings can be corrected.
 */
const settingsFaults: readonly (string | undefined)[] = ['EAUTH', 'ENOAUTH', 'ETLS']
const badSequence = 503

function toJobFailure(error: unknown): JobFailure {
  const { message, code, response, responseCode } = SmtpError.parse(error)
  const reason = response ?? message
  const isForGood =
    responseCode !== undefined &&
    responseCode >= 500 &&
    responseCode !== badSequence &&
    !settingsFaults.includes(code)
  const name = responseCode === undefined ? (code ?? 'smtp') : `smtp-${responseCode}`
  return isForGood
    ? new PermanentFailure(name, reason, { cause: error })
    : new JobFailure(name, reason, { cause: error })
}

export function createSmtpDelivery({
  from,
  server,
}: {
  readonly from: Mailbox
  readonly server: SmtpSettings
}): Deliver {
  const transport = createTransport({
    ...server,
    ...noExternalContent,
    connectionTimeout: 10_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
  })
  return async (email) => {
    try {
      await transport.sendMail(composeMail({ email, from }))
    } catch (error) {
      throw toJobFailure(error)
    }
  }
}

export interface MailboxServer extends SmtpSettings {
  readonly verify: boolean
}

/** Sends one mail over an open connection, which is encrypted already if `secure` is set. */
export async function sendOverConnection(
  connection: Socket,
  { verify, ...server }: MailboxServer,
  mail: OutgoingMail,
): Promise<void> {
  const transport = createTransport({
    ...server,
    ...noExternalContent,
    connection,
    secured: server.secure,
    tls: { ...getTlsServerName(server.host), rejectUnauthorized: verify },
    maxResponseSize: 64 * 1024,
  })
  await transport.sendMail(composeMail(mail))
}

/**
 * Writes mails to files: without a mail server a clinic can still reset a password by opening the
 * file.
 */
export function createFolderDelivery({
  from,
  dataFolder,
  log,
}: {
  readonly from: Mailbox
  readonly dataFolder: string
  readonly log: Logger
}): Deliver {
  const transport = createTransport({
    streamTransport: true,
    newline: 'windows',
    ...noExternalContent,
  })
  const files = () => openFileStore({ kind: 'disk', folder: dataFolder })
  let opened: ReturnType<typeof files> | undefined
  return async (email, { jobId }) => {
    const { message } = await transport.sendMail(composeMail({ email, from }))
    const bytes = Buffer.isBuffer(message) ? message : await buffer(message)
    opened ??= files()
    // A retry writes the same name: one mail, one file.
    const key = `mail/${email.queuedOn.replace(/[-:]|\.\d+/gu, '').toLowerCase()}-${jobId}.eml`
    await (await opened).put(key, bytes)
    log.info({ path: join(dataFolder, key) }, 'no mail server is set: the mail is in this file')
  }
}
