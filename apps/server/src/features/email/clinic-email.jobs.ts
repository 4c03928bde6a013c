import { buffer } from 'node:stream/consumers'
import { ClinicId, EmailConfigId, UserId } from '@talus/contract'
import type { EmailConfigId as ConfigId, Refusal } from '@talus/contract'
import { z } from 'zod'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { FileStore } from '../../files/index.ts'
import { JobFailure, PermanentFailure, defineJob } from '../../jobs/define-job.ts'
import type { Job, JobContext } from '../../jobs/define-job.ts'
import { record } from '../audit/index.ts'
import { failureText } from './clinic-email-failure.ts'
import type { Attachment } from './email-delivery.ts'
import { QueuedEmail } from './email-message.ts'
import { deliverInTime, maxAttempts, retryDelaySeconds } from './email.jobs.ts'
import { sendFromMailbox } from './mailbox-delivery.ts'
import type { MailboxDeps } from './mailbox-delivery.ts'

/** What somebody of a clinic sends from its mailbox: one per recipient, each with his own address. */
export const ClinicEmail = QueuedEmail.omit({ text: true, html: true }).extend({
  emailConfigId: EmailConfigId,
  /** Its words, which may hold the address of a link: unreadable in the table. */
  sealed: z.string(),
  attachments: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Who sent it and what it is about, for the trail: a failure that comes late has no other reader. */
  sender: z.object({
    id: UserId,
    username: z.string(),
    address: z.string(),
    clinicId: ClinicId,
    entityId: z.int().nullable(),
    subject: z.string(),
  }),
})
export const ClinicEmailText = z.object({ text: z.string(), html: z.string() })

export const clinicEmailKind = { kind: 'email.from-clinic', payload: ClinicEmail } as const

export interface ClinicEmailDeps extends MailboxDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
}

/** Twenty megabytes over the line of a clinic in the country. */
const timeMs = 10 * 60_000

export function clinicEmailJob(deps: ClinicEmailDeps): Job {
  return defineJob({
    ...clinicEmailKind,
    maxAttempts,
    retryDelaySeconds,
    run: async (email, context) => {
      try {
        const timed = { ...email, text: '', html: '' }
        await deliverInTime(() => deliver(deps, email, context), timed, context)
      } catch (error) {
        const isForGood = error instanceof PermanentFailure || context.attempt >= maxAttempts
        // At the first try whoever sent it is told in the answer.
        if (isForGood && context.attempt > 1 && error instanceof JobFailure)
          await tell(deps, email, { ...context, code: error.code })
        throw error
      }
    },
  })
}

function tell(
  { unscopedDb }: ClinicEmailDeps,
  { sender, recipient }: z.output<typeof ClinicEmail>,
  { clock, code }: Pick<JobContext, 'clock'> & { readonly code: string },
) {
  const { clinicId, entityId, subject, address } = sender
  const db = new ClinicDb(unscopedDb, [clinicId])
  return record(
    { db, actor: sender, address, clock },
    { action: 'image.email', entityId, subject, clinicId, after: { recipient, result: code } },
  )
}

async function deliver(
  deps: ClinicEmailDeps,
  { emailConfigId, sealed, attachments, ...email }: z.output<typeof ClinicEmail>,
  { attempt }: JobContext,
): Promise<void> {
  const config = await mailbox(deps.unscopedDb, emailConfigId)
  if (!config) throw new PermanentFailure('record/not-found', 'record/not-found')
  const words = ClinicEmailText.parse(JSON.parse(deps.secrets.open(sealed)))
  const verdict = await sendFromMailbox(deps, config, {
    email: { ...email, ...words },
    attachments: await Promise.all(attachments.map((one) => attached(deps.files, one))),
    isPersonal: true,
    clinic: config.clinicName,
    ms: timeMs,
  })
  if (verdict) throw failureOf(verdict, attempt)
}

const mailbox = (unscopedDb: UnscopedDb, id: ConfigId) =>
  unscopedDb
    .selectFrom('emailConfig')
    .innerJoin('clinic', 'clinic.id', 'emailConfig.clinicId')
    .selectAll('emailConfig')
    .select('clinic.name as clinicName')
    .where('emailConfig.id', '=', id)
    .executeTakeFirst()

async function attached(
  files: FileStore,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<Attachment> {
  const stream = await files.read(key)
  if (!stream) throw new PermanentFailure('image/missing', 'image/missing')
  return { filename: name, contentType: 'image/jpeg', content: await buffer(stream) }
}

/** The line or the server is out of order, and will be in order again by itself. */
const passing = new Set([
  'connection/refused',
  'connection/unreachable',
  'connection/time-out',
  'connection/closed',
])

/**
 * At the first try somebody waits for the answer: what he can put right, such as a password, he is
 * told at once. Later nobody does, and the mail waits until it has been put right.
 */
function failureOf(verdict: Refusal, attempt: number): JobFailure {
  const answer = String(verdict.options.values?.['answer'] ?? '')
  const isPassing = passing.has(verdict.code) || /^4\d\d/u.test(answer)
  const isOfMail = /^5\d\d/u.test(answer) && verdict.code !== 'email/sign-in-refused'
  const isForGood = !isPassing && (attempt === 1 || isOfMail)
  const text = failureText(verdict)
  return isForGood
    ? new PermanentFailure(verdict.code, text, { cause: verdict })
    : new JobFailure(verdict.code, text, { cause: verdict })
}
