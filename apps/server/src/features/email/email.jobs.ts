import type { Logger } from '@talus/node-kit/logger'
import { JobFailure, PermanentFailure, defineJob } from '../../jobs/define-job.ts'
import type { Job, JobContext } from '../../jobs/define-job.ts'
import { createFolderDelivery, createSmtpDelivery } from './email-delivery.ts'
import type { Deliver } from './email-delivery.ts'
import { QueuedEmail } from './email-message.ts'
import { parseMailbox, parseSmtpUrl } from './smtp-settings.ts'

export interface EmailSettings {
  /** smtp://user:password@host:587 or smtps://…; without it, mails become files. */
  readonly smtpUrl?: string | undefined
  /** The sender: "Talus <talus@clinic.example>". */
  readonly mailFrom: string
  /** Without a mail server, mails go to the folder `mail` in it. */
  readonly dataFolder: string
  readonly log: Logger
}

export const emailKind = { kind: 'email.send', payload: QueuedEmail } as const

const minute = 60
/**
 * Servers that reject unknown senders at first ("greylisting") expect these delays; then hourly for
 * a day.
 */
const retryMinutes = [5, 15, 30]
export const retryDelaySeconds = (attempt: number) => (retryMinutes[attempt - 1] ?? 60) * minute
export const maxAttempts = 27

const computeExpiry = ({ queuedOn, usefulForMinutes = Infinity }: QueuedEmail) =>
  Date.parse(queuedOn) + usefulForMinutes * minute * 1000

export async function deliverInTime(deliver: Deliver, email: QueuedEmail, context: JobContext) {
  const now = context.clock().getTime()
  if (now >= computeExpiry(email))
    throw new PermanentFailure('late', 'the mail came too late to be of use')
  try {
    await deliver(email, context)
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error
    const nextTry = now + retryDelaySeconds(context.attempt) * 1000
    // An early failure with the response of the server is better than a useless mail later.
    if (nextTry >= computeExpiry(email))
      throw new PermanentFailure(error.code, error.message, { cause: error })
    throw error
  }
}

/**
 * Reads the settings immediately, so that a mistake shows at start-up and not with the first mail.
 */
export function createEmailJob({ smtpUrl, mailFrom, dataFolder, log }: EmailSettings): Job {
  const from = parseMailbox(mailFrom)
  const deliver =
    smtpUrl === undefined
      ? createFolderDelivery({ from, dataFolder, log })
      : createSmtpDelivery({ from, server: parseSmtpUrl(smtpUrl) })
  return defineJob({
    ...emailKind,
    maxAttempts,
    retryDelaySeconds,
    run: (email, context) => deliverInTime(deliver, email, context),
  })
}
