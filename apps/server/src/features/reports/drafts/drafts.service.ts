import { refuse } from '@talus/contract'
import type { Language, ReportDraft, RouteBody, StudyId, routes } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { parseReport, readStoredReport } from '../parse-report.ts'
import { findReportStudy } from '../report-study.queries.ts'
import type { ReportStudy } from '../report-study.queries.ts'
import { findWrittenFor } from '../written-for.ts'
import * as drafts from './drafts.queries.ts'

type Reader = Pick<ChangeContext, 'db' | 'actor'>
type Writer = ChangeContext & { readonly language: Language }
type Form = RouteBody<typeof routes.report.saveDraft>

async function toDraft(
  db: ClinicDb,
  { document, patientDatabaseId, ...draft }: drafts.DraftRow,
): Promise<ReportDraft> {
  const writtenFor = patientDatabaseId && (await findWrittenFor(db, patientDatabaseId))
  return {
    ...draft,
    document: { ...readStoredReport(document) },
    writtenFor: writtenFor || null,
  }
}

export const list = ({ db, actor }: Reader) => drafts.listOfUser(db, actor.id)

export async function read({ db, actor }: Reader, studyId: StudyId) {
  await findReportStudy(db, studyId)
  const found = await drafts.find(db, studyId, actor.id)
  return {
    draft: found ? await toDraft(db, found) : null,
    others: await drafts.listOthers(db, studyId, actor.id),
  }
}

/**
 * Saves what the user has typed. A save that is based on another version than the stored one is
 * refused, because it would overwrite the text of another window; a repeated save is not.
 */
export async function save(context: Writer, studyId: StudyId, form: Form) {
  const { db, actor, clock } = context
  const document = JSON.stringify(parseReport(form.document))
  const study = await findReportStudy(db, studyId)
  const savedOn = clock().toISOString()
  const { patientId: patientDatabaseId = study.patientDatabaseId } = form
  if (!(await findWrittenFor(db.within(study.clinicId), patientDatabaseId)))
    refuse('record/not-found')
  const draft = { clinicId: study.clinicId, studyId, userId: actor.id, document, patientDatabaseId }
  const isSaved =
    form.version === 0
      ? await start(context, study, { ...draft, version: 1, createdOn: savedOn, savedOn })
      : await drafts.update(
          db,
          { ...draft, version: form.version },
          { document, savedOn, ...(form.patientId !== undefined && { patientDatabaseId }) },
        )
  if (isSaved) return { version: form.version + 1, savedOn }
  const stored = (await drafts.find(db, studyId, actor.id)) ?? refuse('report/draft-gone')
  const isRepeated = stored.version === form.version + 1 && stored.document === document
  if (!isRepeated) refuseOutdated(context, study, stored)
  return { version: stored.version, savedOn: stored.savedOn }
}

function refuseOutdated(
  { actor, language }: Writer,
  { timeZone }: ReportStudy,
  { savedOn }: drafts.DraftRow,
): never {
  const time = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'medium' })
  return refuse('report/draft-changed', {
    values: { name: actor.username, time: time.format(new Date(savedOn)) },
  })
}

/** Only the start and the end of a draft are audited: it is saved every few seconds. */
const start = (
  context: ChangeContext,
  study: ReportStudy,
  draft: Parameters<typeof drafts.insert>[1],
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    if (!(await drafts.insert(db, draft))) return false
    await recordAuditEvent({ ...context, db }, { action: 'report.start-draft', ...about(study) })
    return true
  })

/** Discarding twice changes nothing. */
export async function discard(context: ChangeContext, studyId: StudyId): Promise<void> {
  const study = await findReportStudy(context.db, studyId)
  await context.db.transaction(async (db) => {
    if (!(await drafts.remove(db, studyId, context.actor.id))) return
    await recordAuditEvent({ ...context, db }, { action: 'report.discard-draft', ...about(study) })
  })
}

const about = ({ id, patientName, clinicId }: ReportStudy) => ({
  entityId: id,
  subject: patientName,
  clinicId,
})
