import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** An image that can be viewed, with the attributes of its file. */
export const findImage = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('clinic', 'clinic.id', 'image.clinicId')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select([
      'image.sopInstanceUID',
      'image.clinicId',
      'image.bodyPart',
      'image.bodyPartView',
      'study.createdOn as startedAt',
      'study.studyInstanceUID',
      'clinic.timeZone',
      'imageHeader.json',
    ])
    .where('image.id', '=', id)
    .where('image.hasPixels', '=', true)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export async function countInSeries(db: ClinicDb, seriesInstanceUID: string): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('image.seriesInstanceUID', '=', seriesInstanceUID)
    .executeTakeFirstOrThrow()
  return count
}
