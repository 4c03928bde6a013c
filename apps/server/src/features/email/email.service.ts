import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '@talus/node-kit/clock'
import type { Database } from '../../db/tables.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import { emailKind } from './email.jobs.ts'
import { EmailMessage } from './email-message.ts'

/** Adds a mail to the outbox; within a transaction it is sent only if that commits. */
export async function queueEmail(
  db: Kysely<Database>,
  message: EmailMessage,
  { clock, newId = randomUUID }: { readonly clock: Clock; readonly newId?: () => string },
): Promise<void> {
  const checked = EmailMessage.parse(message)
  const messageId = newId()
  const queuedOn = clock().toISOString()
  for (const recipient of new Set(checked.to.map(({ address }) => address)))
    await jobQueue.add(
      db,
      emailKind,
      { ...checked, recipient, messageId, queuedOn },
      { clock, uniqueKey: `email/${messageId}/${recipient}` },
    )
}
