import { randomUUID } from 'node:crypto'
import type { EmailConfigId, Language, ShareId } from '@talus/contract'
import type { z } from 'zod'
import type { Kysely } from 'kysely'
import type { Clock } from '@talus/node-kit/clock'
import type { Database } from '../../db/tables.ts'
import type { FileStore } from '../../files/index.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { ClinicEmail } from './clinic-email.jobs.ts'
import { clinicEmailKind } from './clinic-email.jobs.ts'

export interface ClinicMessage {
  readonly emailConfigId: EmailConfigId
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: Language
  /** Keys in the file store; the files stay there until the mail is sent. */
  readonly attachments: readonly { readonly key: string; readonly name: string }[]
  readonly sender: z.output<typeof ClinicEmail>['sender']
  /** The studies of the images, and the link; the mail is not sent if they change meanwhile. */
  readonly holders?: z.output<typeof ClinicEmail>['holders']
  readonly shareId?: ShareId | undefined
  /** For a mail that no user waits for: it is retried, and a failure is in the audit trail. */
  readonly failureAction?: 'case.email' | 'backup.email'
  /** Later the mail would only confuse, such as one with an expired link. */
  readonly usefulForMinutes?: number | undefined
}

/** Adds a mail from the mailbox of a clinic to the outbox; the same key is never sent twice. */
export async function queueClinicEmail(
  db: Kysely<Database>,
  { text, html, recipient, usefulForMinutes, ...message }: ClinicMessage,
  {
    clock,
    secrets,
    uniqueKey,
  }: { readonly clock: Clock; readonly secrets: SecretBox; readonly uniqueKey: string },
): Promise<void> {
  const payload = {
    ...message,
    recipient,
    // A recipient does not see the other recipients.
    to: [{ address: recipient }],
    attachments: [...message.attachments],
    sealed: secrets.seal(JSON.stringify({ text, html })),
    messageId: randomUUID(),
    queuedOn: clock().toISOString(),
    ...(usefulForMinutes === undefined ? {} : { usefulForMinutes }),
  }
  await jobQueue.add(db, clinicEmailKind, payload, { clock, uniqueKey })
}

const outboxFolder = 'outbox'
/** Longer than any mail is retried. */
const outboxKeptMs = 48 * 3_600_000

/** The storage key of an attachment that waits to be sent. */
export const toOutboxKey = (name: string) => `${outboxFolder}/${name}`

/** Removes attachments of mails that were sent or are no longer retried. */
export async function sweepOutbox(files: FileStore, now: Date): Promise<void> {
  for await (const { key, modifiedOn } of files.list(outboxFolder))
    if (now.getTime() - Date.parse(modifiedOn) > outboxKeptMs) await files.remove(key)
}
