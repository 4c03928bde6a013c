import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { DayBounds } from '../../../time/day-bounds.ts'

/** The modalities of the day's studies by study instance UID; a search does not return them. */
export async function listModalities(db: ClinicDb, { start, end }: DayBounds) {
  const studies = await db
    .selectFrom('study')
    .select(['study.studyInstanceUID', 'study.modality'])
    .where('study.isDeleted', '=', false)
    .where('study.createdOn', '>=', start)
    .where('study.createdOn', '<', end)
    .execute()
  return new Map(studies.map(({ studyInstanceUID, modality }) => [studyInstanceUID, modality]))
}
