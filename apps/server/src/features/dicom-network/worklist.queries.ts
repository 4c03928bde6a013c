import type { ClinicDb } from '../../db/clinic-db.ts'
import type { DayBounds } from '../../time/day-bounds.ts'

/** By their UID, what a search does not tell. */
export async function modalitiesOfDay(db: ClinicDb, { start, end }: DayBounds) {
  const studies = await db
    .selectFrom('study')
    .select(['study.studyInstanceUID', 'study.modality'])
    .where('study.isDeleted', '=', false)
    .where('study.createdOn', '>=', start)
    .where('study.createdOn', '<', end)
    .execute()
  return new Map(studies.map(({ studyInstanceUID, modality }) => [studyInstanceUID, modality]))
}
