import { refuse } from '@talus/contract'
import type { Language, PatientId, WrittenFor } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { formatDay } from '../../time/format-day.ts'
import type { ChangeContext } from '../audit/index.ts'
import { findLastMove } from '../reassign/index.ts'
import * as drafts from './drafts/drafts.queries.ts'
import type { ReportStudy } from './report-study.queries.ts'

/** A patient as the author knows it; also one that has been merged since. */
export const findWrittenFor = (db: ClinicDb, id: PatientId): Promise<WrittenFor | undefined> =>
  db
    .selectFrom('patient')
    .select(['patient.id', 'patient.name', 'patient.patientId'])
    .where('patient.id', '=', id)
    .executeTakeFirst()

type Author = Pick<ChangeContext, 'db' | 'actor' | 'clock'> & { readonly language: Language }

/**
 * Refuses a report that was written for another patient than that of its study now. Clients of an
 * earlier version do not name the patient: then that of the draft counts, and without it the study
 * must not have been moved since the draft was begun.
 */
export async function refuseOtherPatient(
  author: Author,
  study: ReportStudy,
  seenId: PatientId | undefined,
): Promise<void> {
  const { db, actor } = author
  const draft = await drafts.find(db, study.id, actor.id)
  const writtenForId = seenId ?? draft?.patientDatabaseId ?? undefined
  if (writtenForId === study.patientDatabaseId) return
  const moved = { id: study.id, patientId: study.patientDatabaseId }
  const since = await findLastMove(db, moved)
  if (writtenForId === undefined) {
    const isSafe = since === undefined || (draft !== undefined && since < draft.createdOn)
    if (!isSafe) refuseSince(author, study, since)
    return
  }
  const former = await findWrittenFor(db, writtenForId)
  if (!former) refuse('record/not-found')
  refuse('report/patient-changed', {
    values: {
      ...describe(author, study, since),
      formerName: former.name,
      formerNumber: former.patientId,
    },
  })
}

const refuseSince = (author: Author, study: ReportStudy, since: string): never =>
  refuse('report/patient-changed-since', { values: describe(author, study, since) })

/** With the day only if it is not today. */
function describe(
  { clock, language }: Author,
  { patientName, patientId, timeZone }: ReportStudy,
  since: string | undefined,
) {
  const now = clock()
  const at = since === undefined ? now : new Date(since)
  const isToday = formatDay(timeZone, at) === formatDay(timeZone, now)
  const time = new Intl.DateTimeFormat(language, {
    timeZone,
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  })
  return { name: patientName, number: patientId, time: time.format(at) }
}
