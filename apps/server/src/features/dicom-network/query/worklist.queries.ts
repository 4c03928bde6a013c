import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { DayBounds } from '../../../time/day-bounds.ts'

/**
 * The modalities of the day's studies that wait for their first image, by study instance UID. A
 * study that was received has images from its beginning. A rejected image is to be taken again.
 */
export async function listPlanned(db: ClinicDb, { start, end }: DayBounds) {
  const studies = await db
    .selectFrom('study')
    .select(['study.studyInstanceUID', 'study.modality'])
    .where('study.isDeleted', '=', false)
    .where('study.createdOn', '>=', start)
    .where('study.createdOn', '<', end)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('image')
            .select('image.id')
            .whereRef('image.studyId', '=', 'study.id')
            .where('image.isRejected', '=', false),
        ),
      ),
    )
    .execute()
  return new Map(studies.map(({ studyInstanceUID, modality }) => [studyInstanceUID, modality]))
}
