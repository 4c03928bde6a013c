import { buffer } from 'node:stream/consumers'
import {
  ClinicId,
  EmailConfigId,
  OwnerId,
  PatientId,
  ShareId,
  StudyId,
  UserId,
} from '@talus/contract'
import type { EmailConfigId as ConfigId, Refusal } from '@talus/contract'
import { z } from 'zod'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { FileStore } from '../../files/index.ts'
import { JobFailure, PermanentFailure, defineJob } from '../../jobs/define-job.ts'
import type { Job, JobContext } from '../../jobs/define-job.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { formatFailure } from './clinic-email-failure.ts'
import type { Attachment } from './email-delivery.ts'
import { QueuedEmail } from './email-message.ts'
import { deliverInTime, maxAttempts, retryDelaySeconds } from './email.jobs.ts'
import { sendFromMailbox } from './mailbox-delivery.ts'
import type { MailboxDeps } from './mailbox-delivery.ts'

/**
 * A mail that a user sends from the mailbox of their clinic: one per recipient, each with their own
 * address.
 */
export const ClinicEmail = QueuedEmail.omit({ text: true, html: true }).extend({
  emailConfigId: EmailConfigId,
  /** The encrypted text, because it may contain the address of a link. */
  sealed: z.string(),
  attachments: z.array(z.object({ key: z.string(), name: z.string() })),
  /** The studies of the images, with their animal and owner when the mail was written. */
  holders: z
    .array(z.object({ studyId: StudyId, patientId: PatientId, ownerId: OwnerId.nullable() }))
    .optional(),
  /** Set for a mail that no user waits for: the action of its failure in the audit trail. */
  failureAction: z.enum(['case.email', 'backup.email']).optional(),
  /** The link in the mail. */
  shareId: ShareId.optional(),
  /**
   * The sender and the subject for the audit trail, which is the only place that shows a late
   * failure.
   */
  sender: z.object({
    id: UserId,
    username: z.string(),
    address: z.string(),
    clinicId: ClinicId,
    entityId: z.int().nullable(),
    subject: z.string(),
  }),
})
type ClinicMail = z.output<typeof ClinicEmail>
export const ClinicEmailText = z.object({ text: z.string(), html: z.string() })

export const clinicEmailKind = { kind: 'email.from-clinic', payload: ClinicEmail } as const

export interface ClinicEmailDeps extends MailboxDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
}

/** Enough for twenty megabytes over the slow connection of a rural clinic. */
const timeMs = 10 * 60_000

export function createClinicEmailJob(deps: ClinicEmailDeps): Job {
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
        // On the first attempt the sender gets the failure in the response.
        const isUnseen =
          context.attempt > 1 || isOutdatedFailure(error) || email.failureAction !== undefined
        if (isForGood && isUnseen && error instanceof JobFailure)
          await recordFailure(deps, email, { ...context, code: error.code })
        throw error
      }
    },
  })
}

function recordFailure(
  { unscopedDb }: ClinicEmailDeps,
  { sender, recipient, failureAction }: ClinicMail,
  { clock, code }: Pick<JobContext, 'clock'> & { readonly code: string },
) {
  const { clinicId, entityId, subject, address } = sender
  const db = new ClinicDb(unscopedDb, [clinicId])
  return recordAuditEvent(
    { db, actor: sender, address, clock },
    {
      action: failureAction ?? 'image.email',
      entityId,
      subject,
      clinicId,
      after: { recipient, result: code },
    },
  )
}

async function deliver(
  deps: ClinicEmailDeps,
  { emailConfigId, sealed, attachments, holders, shareId, failureAction, ...email }: ClinicMail,
  { attempt }: JobContext,
): Promise<void> {
  if (await isOutdated(deps.unscopedDb, { holders, shareId }))
    throw new PermanentFailure(outdatedCode, outdatedCode)
  const config = await findMailbox(deps.unscopedDb, emailConfigId)
  if (!config) throw new PermanentFailure('record/not-found', 'record/not-found')
  const content = ClinicEmailText.parse(JSON.parse(deps.secrets.open(sealed)))
  const refusal = await sendFromMailbox(deps, config, {
    email: { ...email, ...content },
    attachments: await Promise.all(attachments.map((one) => loadAttachment(deps.files, one))),
    isPersonal: true,
    clinic: config.clinicName,
    ms: timeMs,
  })
  // A mail without a waiting user is retried from the first attempt on.
  if (refusal) throw toJobFailure(refusal, failureAction === undefined ? attempt : attempt + 1)
}

const outdatedCode = 'share/outdated'

const isOutdatedFailure = (error: unknown) =>
  error instanceof JobFailure && error.code === outdatedCode

/**
 * Whether a mail that waited names the wrong animal or owner: a study was moved meanwhile, or the
 * link was revoked.
 */
async function isOutdated(
  unscopedDb: UnscopedDb,
  { holders = [], shareId }: Pick<z.output<typeof ClinicEmail>, 'holders' | 'shareId'>,
): Promise<boolean> {
  for (const { studyId, patientId, ownerId } of holders) {
    const study = await unscopedDb
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select(['study.patientId', 'patient.ownerId'])
      .where('study.id', '=', studyId)
      .executeTakeFirst()
    if (study?.patientId !== patientId || study.ownerId !== ownerId) return true
  }
  if (shareId === undefined) return false
  const share = await unscopedDb
    .selectFrom('share')
    .select('revokedOn')
    .where('id', '=', shareId)
    .executeTakeFirst()
  return share?.revokedOn !== null
}

const findMailbox = (unscopedDb: UnscopedDb, id: ConfigId) =>
  unscopedDb
    .selectFrom('emailConfig')
    .innerJoin('clinic', 'clinic.id', 'emailConfig.clinicId')
    .selectAll('emailConfig')
    .select('clinic.name as clinicName')
    .where('emailConfig.id', '=', id)
    .executeTakeFirst()

async function loadAttachment(
  files: FileStore,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<Attachment> {
  const stream = await files.read(key)
  if (!stream) throw new PermanentFailure('image/missing', 'image/missing')
  // The key and not the name: users choose the names of reports.
  const contentType = key.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg'
  return { filename: name, contentType, content: await buffer(stream) }
}

/** Failures of the connection or the server that pass by themselves. */
const transientCodes = new Set([
  'connection/refused',
  'connection/unreachable',
  'connection/time-out',
  'connection/closed',
])

/**
 * On the first attempt the sender waits for the response, and gets at once what they can correct,
 * such as a password. On later attempts no one waits, and the mail is retried until the settings
 * are corrected.
 */
function toJobFailure(refusal: Refusal, attempt: number): JobFailure {
  const response = String(refusal.options.values?.['answer'] ?? '')
  const isTransient = transientCodes.has(refusal.code) || /^4\d\d/u.test(response)
  const isOfMail = /^5\d\d/u.test(response) && refusal.code !== 'email/sign-in-refused'
  const isForGood = !isTransient && (attempt === 1 || isOfMail)
  const text = formatFailure(refusal)
  return isForGood
    ? new PermanentFailure(refusal.code, text, { cause: refusal })
    : new JobFailure(refusal.code, text, { cause: refusal })
}
