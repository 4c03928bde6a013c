import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { Actor, CaseFileId, CaseId, CaseTicket, ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../../db/open.ts'
import * as queries from '../case-files.queries.ts'

/** Long enough to open a tab, too short to be passed on. */
const ticketMs = 60_000

const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/** A file of a case, or the PDF of a report at a path of the store. */
export type TicketTarget = {
  readonly caseId: CaseId
  readonly clinicId: ClinicId
} & ({ readonly caseFileId: CaseFileId } | { readonly filePath: string; readonly fileName: string })

export async function createTicket(
  { db, actor, clock }: { readonly db: ClinicDb; readonly actor: Actor; readonly clock: Clock },
  target: TicketTarget,
): Promise<CaseTicket> {
  const ticket = randomBytes(32).toString('base64url')
  const now = clock()
  const expiresOn = new Date(now.getTime() + ticketMs).toISOString()
  await queries.insertTicket(
    db,
    {
      tokenHash: hashTicket(ticket),
      userId: actor.id,
      expiresOn,
      caseFileId: null,
      filePath: null,
      fileName: '',
      ...target,
    },
    now.toISOString(),
  )
  return { ticket, expiresOn }
}

/**
 * Uses up a ticket and returns a handle with the reach of its user. The user must still be active
 * and still reach the case: a case may be given to another radiologist within the minute.
 */
export async function takeTicket(
  { unscopedDb, clock }: { readonly unscopedDb: UnscopedDb; readonly clock: Clock },
  ticket: string,
) {
  const now = clock().toISOString()
  const taken = await queries.takeTicket(unscopedDb, hashTicket(ticket), now)
  if (!taken) return refuse('record/not-found')
  const { userId, clinicId, isForRadiologist, caseId } = taken
  const reach = isForRadiologist ? { radiologistId: userId, clinicIds: [] } : [clinicId]
  const db = new ClinicDb(unscopedDb, reach)
  const isActive = await queries.isActiveUser(unscopedDb, userId)
  if (!isActive || !(await queries.findCase(db, caseId))) return refuse('record/not-found')
  return { ...taken, db }
}
