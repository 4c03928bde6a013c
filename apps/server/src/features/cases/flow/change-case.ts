import {
  caseStatus,
  checkCaseAction,
  getCaseParties,
  getCaseTransition,
  getNextStatus,
  refuse,
} from '@talus/contract'
import type {
  Actor,
  CaseAction,
  CaseId,
  CaseNoticeKind,
  EmailConfigId,
  Language,
  RadCase,
} from '@talus/contract'
import type { Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { RadCaseTable } from '../../../db/case-tables.ts'
import { everyCase, touchCases } from '../../../db/listing/index.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { getTranslator } from '../../../http/translations.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { writeNotices } from '../notices/write-notices.ts'
import { auditCaseStep } from './audit-case.ts'
import { moveClock } from './case-clock.ts'
import * as queries from '../stored/case-state.queries.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'
import { toSentCase } from './to-case.ts'

export interface CaseContext extends ChangeContext {
  readonly language: Language
  readonly publicUrl: string
  /** Seals mails that the mailbox of a clinic sends. */
  readonly secrets: SecretBox
}

interface PlannedChange {
  readonly set?: Updateable<RadCaseTable>
  /** Stands in the history. */
  readonly note?: string
  /**
   * Belongs to an unfinished report: neither history nor audit trail nor version of the case may
   * show to the clinic that something happened.
   */
  readonly isUnpublished?: boolean
  readonly notices?: readonly CaseNoticeKind[]
  /** The mailbox of the clinic that sends the mails of the notices; the server's own without it. */
  readonly mailboxId?: EmailConfigId | undefined
  /** Writes the rows that belong to the change, in its transaction. */
  readonly write?: (db: ClinicDb, changed: StoredCase) => Promise<unknown>
}

type Plan = (radCase: StoredCase, now: Date, db: ClinicDb) => PlannedChange | Promise<PlannedChange>

/** Another request has changed the case between reading and writing. */
class CaseMoved extends Error {}

const attemptsMax = 20

/**
 * Does one action on a case: one transaction with a locked row, a row in the history and the notices.
 * If another request was faster, the action is checked again on what that one has left.
 */
export async function changeCase(
  context: CaseContext,
  caseId: CaseId,
  action: CaseAction,
  plan: Plan,
): Promise<RadCase> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await context.db.transaction((db) =>
        changeOnce({ ...context, db }, caseId, action, plan),
      )
    } catch (error) {
      if (!(error instanceof CaseMoved) || attempt === attemptsMax) throw error
    }
}

async function changeOnce(
  context: CaseContext,
  caseId: CaseId,
  action: CaseAction,
  plan: Plan,
): Promise<RadCase> {
  const { db, clock } = context
  const found = await requireCase(context, caseId)
  await requireAction(context, action, found)
  // Rows of the case that the plan reads or changes belong to it: a concurrent action waits, or was faster.
  if (!(await queries.lockCase(db.unscopedDb, found))) throw new CaseMoved()
  const now = clock()
  const planned = await plan(found, now, db)
  if (planned.isUnpublished) return changeUnpublished(context, found, planned)
  const { set = {}, note = '', notices = [], write, mailboxId } = planned
  const changed = await queries.updateCase(db.unscopedDb, found, {
    status: getNextStatus(action, found),
    ...moveClock(action, found, now),
    ...set,
  })
  if (!changed) throw new CaseMoved()
  await recordEvent(context, { action, before: found, after: changed, note, now })
  await write?.(db, changed)
  await writeNotices(context, { before: found, after: changed, kinds: notices, now, mailboxId })
  await touchCases(db.unscopedDb, [everyCase, changed.clinicId])
  return toSentCase(changed)
}

async function changeUnpublished(
  { db }: CaseContext,
  found: StoredCase,
  { write }: PlannedChange,
): Promise<RadCase> {
  await write?.(db, found)
  // Reaches other windows of the radiologist, and not the clinic.
  await touchCases(db.unscopedDb, [everyCase])
  return toSentCase(found)
}

/** The case, if the actor may know of it: drafts and deleted cases exist for their clinic only. */
async function requireCase(
  { db, actor }: { readonly db: ClinicDb; readonly actor: Actor },
  caseId: CaseId,
): Promise<StoredCase> {
  const found = await queries.findCase(db.unscopedDb, caseId)
  return found && isKnownTo(actor, found) ? found : refuse('record/not-found')
}

function isKnownTo(actor: Actor, radCase: StoredCase): boolean {
  const parties = getCaseParties(actor, radCase)
  if (parties.has('clinic') || parties.has('manager')) return true
  return parties.has('radiologist') && !radCase.isDeleted && radCase.status !== caseStatus.draft
}

/** Refuses with the present status and owner, so that the page can say who was faster. */
async function requireAction(
  { db, actor, language }: Pick<CaseContext, 'db' | 'actor' | 'language'>,
  action: CaseAction,
  radCase: StoredCase,
): Promise<void> {
  const verdict = checkCaseAction(actor, action, radCase)
  if (verdict === 'allowed') return
  if (isColleagues(actor, radCase) && !(await couldSee(db, actor, action, radCase)))
    refuse('record/not-found')
  if (action === 'delete') refuse('case/not-deletable')
  if (verdict === 'forbidden') refuse('case/not-allowed')
  const owner = await queries.findUserName(db.unscopedDb, radCase.radiologistId)
  const status = getTranslator(language)(`entities:caseStatus.${radCase.status}`)
  const isOfAnother = owner !== '' && radCase.radiologistId !== actor.id
  refuse(isOfAnother ? 'case/taken' : 'case/wrong-status', {
    values: { status, owner },
    radCase: { status: radCase.status, owner },
  })
}

/** A case that a radiologist cannot open, as `isRestricted` says of the rows of the list. */
function isColleagues(actor: Actor, radCase: StoredCase): boolean {
  const parties = getCaseParties(actor, radCase)
  if (parties.has('clinic') || parties.has('manager') || parties.has('owner')) return false
  return radCase.status !== caseStatus.available
}

/**
 * Whether the radiologist had the case before them when they acted: it was Available until a colleague
 * took it, or it was theirs until it was given to another one. They get the name of its owner, which
 * the row of the list has too. Every other case of a colleague is a 404, as when it is read.
 */
async function couldSee(
  db: ClinicDb,
  actor: Actor,
  action: CaseAction,
  { id, status }: StoredCase,
): Promise<boolean> {
  if (status !== caseStatus.assigned && status !== caseStatus.waiting) return false
  const wasOffered = getCaseTransition(action).from[caseStatus.available]?.includes('radiologist')
  return wasOffered === true || queries.hadCase(db.unscopedDb, id, actor.id)
}

interface CaseStep {
  readonly action: CaseAction
  readonly before: StoredCase | null
  readonly after: StoredCase
  readonly note: string
  readonly now: Date
}

/** One row in the history and one event in the audit trail for each change. */
export async function recordEvent(
  context: ChangeContext,
  { action, before, after, note, now }: CaseStep,
): Promise<void> {
  const { db, actor, address } = context
  await queries.insertEvent(db.unscopedDb, {
    caseId: after.id,
    clinicId: after.clinicId,
    action,
    fromStatus: before?.status ?? null,
    toStatus: after.status,
    actorId: actor.id,
    radiologistId: before?.radiologistId === after.radiologistId ? null : after.radiologistId,
    address,
    note,
    createdOn: now.toISOString(),
  })
  await auditCaseStep(context, { action, before, after, note })
}

/** The case, if the actor may do this with it now; for rows that do not change the case itself. */
export async function requireCaseFor(
  context: Pick<CaseContext, 'db' | 'actor' | 'language'>,
  caseId: CaseId,
  action: CaseAction,
): Promise<StoredCase> {
  const found = await requireCase(context, caseId)
  await requireAction(context, action, found)
  return found
}

export type { StoredCase }
