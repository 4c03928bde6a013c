import { imageFaults, limits, refuse, refuseField } from '@talus/contract'
import type {
  Actor,
  CaseEvent,
  CaseFile,
  CaseId,
  CaseImageFeedback,
  CaseMessage,
  CasePresence,
  CaseReportVersion,
  ImageId,
  StudyId,
} from '@talus/contract'
import type { CaseFeedbackTable } from '../../../db/case-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { Selectable } from 'kysely'
import { changeCase, requireCaseFor } from '../flow/change-case.ts'
import type { CaseContext } from '../flow/change-case.ts'
import { findLastMessage, insertMessage, listMessages } from '../flow/messages.queries.ts'
import { attachImages, listAttachable, listAttached } from '../request/request.queries.ts'
import { listReportFiles, listVersions } from './findings.queries.ts'
import { findUserNames } from '../stored/user-names.ts'
import { listFiles } from '../attachments/serve/case-file.service.ts'
import * as queries from './work.queries.ts'

async function requireVisible(db: ClinicDb, caseId: CaseId) {
  return (await queries.findVisibleCase(db, caseId)) ?? refuse('record/not-found')
}

export async function listThread({ db }: { db: ClinicDb }, caseId: CaseId): Promise<CaseMessage[]> {
  await requireVisible(db, caseId)
  const rows = await listMessages(db, caseId)
  const getName = await findUserNames(
    db.unscopedDb,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map((row) => ({ ...row, authorName: getName(row.authorId) }))
}

/** A request that is repeated later than this is a new message with the same text. */
const repeatedWithinMs = 5 * 60_000

/** The message is in the thread already; the transaction that found it changes nothing. */
class RepeatedMessage extends Error {
  readonly stored: Omit<CaseMessage, 'authorName'>
  constructor(stored: Omit<CaseMessage, 'authorName'>) {
    super('The message was stored before.')
    this.stored = stored
  }
}

/**
 * A message to the other side; the radiologist of the case is the one side, the clinic the other. A
 * double click, or a retry after a lost answer, must not leave a message twice: nobody can delete
 * one.
 */
export async function writeMessage(
  context: CaseContext,
  caseId: CaseId,
  text: string,
): Promise<CaseMessage> {
  const { actor, db } = context
  const getName = await findUserNames(db.unscopedDb, [actor.id])
  const authorName = getName(actor.id)
  let written: CaseMessage | undefined
  try {
    await changeCase(context, caseId, 'writeMessage', async (radCase, now, { unscopedDb }) => {
      const last = await findLastMessage(unscopedDb, caseId)
      const isRepeated =
        last?.kind === 'message' &&
        last.authorId === actor.id &&
        last.text === text &&
        now.getTime() - Date.parse(last.createdOn) < repeatedWithinMs
      if (isRepeated) throw new RepeatedMessage(last)
      const message = {
        kind: 'message',
        isFromRadiologist: radCase.radiologistId === actor.id,
        authorId: actor.id,
        text,
        createdOn: now.toISOString(),
      } as const
      return {
        notices: ['message'],
        write: async (within) => {
          const row = { ...message, caseId, clinicId: radCase.clinicId }
          const { id } = await insertMessage(within.unscopedDb, row)
          written = { ...message, id, authorName }
        },
      }
    })
  } catch (error) {
    if (!(error instanceof RepeatedMessage)) throw error
    return { ...error.stored, authorName }
  }
  return written ?? refuse('server/failed')
}

export async function listHistory({ db }: { db: ClinicDb }, caseId: CaseId): Promise<CaseEvent[]> {
  await requireVisible(db, caseId)
  const rows = await queries.listEvents(db, caseId)
  const getName = await findUserNames(
    db.unscopedDb,
    rows.flatMap(({ actorId, radiologistId }) => [actorId, radiologistId]),
  )
  return rows.map((row) => ({
    ...row,
    actorName: getName(row.actorId),
    radiologistName: getName(row.radiologistId),
  }))
}

/**
 * The step that took the case from this radiologist, for the page on which they were typing: the
 * case of a colleague has no history for them. Anybody else gets the answer for an unknown case.
 */
export async function findLoss(
  { db, actor }: { readonly db: ClinicDb; readonly actor: Actor },
  caseId: CaseId,
): Promise<CaseEvent> {
  const rows = await queries.listHolders(db.unscopedDb, caseId)
  const last = rows.findLastIndex(({ radiologistId }) => radiologistId === actor.id)
  const loss = last < 0 ? undefined : rows[last + 1]
  if (!loss) return refuse('record/not-found')
  const getName = await findUserNames(db.unscopedDb, [loss.actorId, loss.radiologistId])
  return {
    ...loss,
    actorName: getName(loss.actorId),
    radiologistName: getName(loss.radiologistId),
  }
}

export async function listReportVersions(
  { db }: { db: ClinicDb },
  caseId: CaseId,
): Promise<CaseReportVersion[]> {
  await requireVisible(db, caseId)
  const rows = await listVersions(db, caseId)
  const files = await listReportFiles(db.unscopedDb, caseId)
  const getName = await findUserNames(
    db.unscopedDb,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map((row) => ({
    ...row,
    authorName: getName(row.authorId),
    files: files.filter(({ version }) => version === row.version),
  }))
}

async function toFeedback(
  db: ClinicDb,
  rows: readonly Selectable<CaseFeedbackTable>[],
): Promise<CaseImageFeedback[]> {
  const getName = await findUserNames(
    db.unscopedDb,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ faults, ...row }) => ({
    ...row,
    faults: imageFaults.filter((fault) => faults.split(',').includes(fault)),
    radiologistName: getName(row.userId),
  }))
}

export async function listFeedback({ db }: { db: ClinicDb }, caseId: CaseId) {
  await requireVisible(db, caseId)
  return toFeedback(db, await queries.listFeedback(db, caseId))
}

export async function listFeedbackOfStudy({ db }: { db: ClinicDb }, studyId: StudyId) {
  return toFeedback(db, await queries.listFeedbackOfStudy(db, studyId))
}

export async function rateImage(
  context: CaseContext,
  { caseId, imageId }: { readonly caseId: CaseId; readonly imageId: ImageId },
  faults: CaseImageFeedback['faults'],
): Promise<CaseImageFeedback> {
  const { actor, db } = context
  await requireCaseFor(context, caseId, 'rateImage')
  if (!(await queries.findAttachedImage(db, caseId, imageId))) refuse('record/not-found')
  let rated: Selectable<CaseFeedbackTable> | undefined
  await changeCase(context, caseId, 'rateImage', ({ clinicId }, now) => ({
    note: faults.join(', '),
    write: async (db) => {
      rated = {
        caseId,
        clinicId,
        imageId,
        userId: actor.id,
        faults: faults.join(','),
        createdOn: now.toISOString(),
      }
      await queries.saveFeedback(db.unscopedDb, rated)
    },
  }))
  const [feedback] = rated ? await toFeedback(db, [rated]) : []
  return feedback ?? refuse('server/failed')
}

/** Attaches images of the patient, also of earlier studies; those that are attached stay. */
export async function addImages(
  context: CaseContext,
  caseId: CaseId,
  imageIds: readonly ImageId[],
): Promise<CaseFile[]> {
  const unique = [...new Set(imageIds)]
  await changeCase(context, caseId, 'addImages', async (radCase, now, db) => {
    const { patientId, clinicId } = radCase
    const attachable = patientId === null ? [] : await listAttachable(db, patientId, unique)
    if (attachable.length !== unique.length) refuseField('imageIds', 'field/invalid')
    return {
      note: String(unique.length),
      write: async (db) => {
        const attached = new Set((await listAttached(db, caseId)).map(({ id }) => id))
        const images = attachable.filter(({ id }) => !attached.has(id))
        await attachImages(db, { caseId, clinicId, images, createdOn: now.toISOString() })
      },
    }
  })
  return listFiles(context, caseId)
}

type Visitor = Pick<CaseContext, 'db' | 'actor' | 'clock'>

/** Notes that the actor has the case open, and returns the others who have. */
export async function openPage(
  { db, actor, clock }: Visitor,
  caseId: CaseId,
): Promise<CasePresence[]> {
  const { clinicId } = await requireVisible(db, caseId)
  const now = clock()
  const since = now.toISOString()
  const staleBefore = new Date(now.getTime() - 3 * limits.casePresenceMs).toISOString()
  const presence = { caseId, clinicId, userId: actor.id, since, seenOn: since }
  await queries.savePresence(db.unscopedDb, presence, staleBefore)
  const others = (await queries.listPresence(db, caseId, staleBefore)).filter(
    ({ userId }) => userId !== actor.id,
  )
  const getName = await findUserNames(
    db.unscopedDb,
    others.map(({ userId }) => userId),
  )
  return others.map((one) => ({ userId: one.userId, name: getName(one.userId), since: one.since }))
}

export async function closePage({ db, actor }: Visitor, caseId: CaseId): Promise<void> {
  await requireVisible(db, caseId)
  await queries.removePresence(db.unscopedDb, caseId, actor.id)
}
