import { JobFailure, PermanentFailure, defineJob } from '../../jobs/define-job.ts'
import type { Job, JobContext, Logger } from '../../jobs/define-job.ts'
import { folderDelivery, smtpDelivery } from './email-delivery.ts'
import type { Deliver } from './email-delivery.ts'
import { QueuedEmail } from './email-message.ts'
import { readMailbox, readSmtpUrl } from './smtp-settings.ts'

export interface EmailSettings {
  /** smtp://user:password@host:587 or smtps://…; without it, mails become files. */
  readonly smtpUrl?: string | undefined
  /** The sender: "Talus <talus@clinic.example>". */
  readonly mailFrom: string
  /** Mails without a server go to the folder `mail` in it. */
  readonly dataFolder: string
  readonly log: Logger
}

export const emailKind = { kind: 'email.send', payload: QueuedEmail } as const

const minute = 60
/** What servers that turn strangers away at first ("greylisting") expect; then hourly for a day. */
const retryMinutes = [5, 15, 30]
export const retryDelaySeconds = (attempt: number) => (retryMinutes[attempt - 1] ?? 60) * minute
export const maxAttempts = 27

const expiryOf = ({ queuedOn, usefulForMinutes = Infinity }: QueuedEmail) =>
  Date.parse(queuedOn) + usefulForMinutes * minute * 1000

export async function deliverInTime(deliver: Deliver, email: QueuedEmail, context: JobContext) {
  const now = context.clock().getTime()
  if (now >= expiryOf(email))
    throw new PermanentFailure('late', 'the mail came too late to be of use')
  try {
    await deliver(email, context)
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error
    const nextTry = now + retryDelaySeconds(context.attempt) * 1000
    // Better a failure that can be seen now, with what the server said, than a useless mail later.
    if (nextTry >= expiryOf(email))
      throw new PermanentFailure(error.code, error.message, { cause: error })
    throw error
  }
}

/** The settings are read at once: a mistake in them shows at start, not with the first mail. */
export function emailJob({ smtpUrl, mailFrom, dataFolder, log }: EmailSettings): Job {
  const from = readMailbox(mailFrom)
  const deliver =
    smtpUrl === undefined
      ? folderDelivery({ from, dataFolder, log })
      : smtpDelivery({ from, server: readSmtpUrl(smtpUrl) })
  return defineJob({
    ...emailKind,
    maxAttempts,
    retryDelaySeconds,
    run: (email, context) => deliverInTime(deliver, email, context),
  })
}
