import type { Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { openFiles } from '../../files/index.ts'
import { JobFailure, PermanentFailure } from '../../jobs/define-job.ts'
import type { JobContext, Logger } from '../../jobs/define-job.ts'
import { identity } from '../../outbound/open-connection.ts'
import type { QueuedEmail } from './email-message.ts'
import type { Mailbox, SmtpSettings } from './smtp-settings.ts'

export type Deliver = (email: QueuedEmail, context: Pick<JobContext, 'jobId'>) => Promise<void>

/** A mail is made of what is given: nothing in it may make the server read a file or an address. */
const givenOnly = { disableFileAccess: true, disableUrlAccess: true } as const

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

export interface MailToSend {
  readonly email: QueuedEmail
  readonly from: Mailbox
  readonly attachments?: readonly Attachment[]
  /** Somebody wrote it, and may be answered. */
  readonly isPersonal?: boolean
}

const composed = ({ email, from, attachments = [], isPersonal = false }: MailToSend) => ({
  from,
  // As objects: text would be parsed, and a name with a comma would become two people.
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
    // RFC 3834: no automatic answer, such as one out of a holiday, comes back to it.
    ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
  },
})

const SmtpError = z.object({
  message: z.string(),
  code: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

/** What the server refuses is the sign-in or the line, not the mail: that can be put right. */
const faultsOfSettings: readonly (string | undefined)[] = ['EAUTH', 'ENOAUTH', 'ETLS']
const badSequence = 503

function failureOf(error: unknown): JobFailure {
  const { message, code, response, responseCode } = SmtpError.parse(error)
  const reason = response ?? message
  const isForGood =
    responseCode !== undefined &&
    responseCode >= 500 &&
    responseCode !== badSequence &&
    !faultsOfSettings.includes(code)
  const name = responseCode === undefined ? (code ?? 'smtp') : `smtp-${responseCode}`
  return isForGood
    ? new PermanentFailure(name, reason, { cause: error })
    : new JobFailure(name, reason, { cause: error })
}

export function smtpDelivery({
  from,
  server,
}: {
  readonly from: Mailbox
  readonly server: SmtpSettings
}): Deliver {
  const transport = createTransport({
    ...server,
    ...givenOnly,
    connectionTimeout: 10_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
  })
  return async (email) => {
    try {
      await transport.sendMail(composed({ email, from }))
    } catch (error) {
      throw failureOf(error)
    }
  }
}

export interface MailboxServer extends SmtpSettings {
  readonly verify: boolean
}

/** Sends one mail over a connection that is open already, encrypted where `secure` says so. */
export async function sendOver(
  connection: Socket,
  { verify, ...server }: MailboxServer,
  mail: MailToSend,
): Promise<void> {
  const transport = createTransport({
    ...server,
    ...givenOnly,
    connection,
    secured: server.secure,
    tls: { ...identity(server.host), rejectUnauthorized: verify },
    maxResponseSize: 64 * 1024,
  })
  await transport.sendMail(composed(mail))
}

/** Without a mail server a clinic can still reset a password: the mail is a file to be opened. */
export function folderDelivery({
  from,
  dataFolder,
  log,
}: {
  readonly from: Mailbox
  readonly dataFolder: string
  readonly log: Logger
}): Deliver {
  const transport = createTransport({ streamTransport: true, newline: 'windows', ...givenOnly })
  const files = () => openFiles({ kind: 'disk', folder: dataFolder })
  let opened: ReturnType<typeof files> | undefined
  return async (email, { jobId }) => {
    const { message } = await transport.sendMail(composed({ email, from }))
    const bytes = Buffer.isBuffer(message) ? message : await buffer(message)
    opened ??= files()
    // The same name at a retry: one mail, one file.
    const key = `mail/${email.queuedOn.replace(/[-:]|\.\d+/gu, '').toLowerCase()}-${jobId}.eml`
    await (await opened).put(key, bytes)
    log.info({ path: join(dataFolder, key) }, 'no mail server is set: the mail is in this file')
  }
}
