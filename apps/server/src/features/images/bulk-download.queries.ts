import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ImageToZip } from './image-zip.ts'

const pageRows = 200

/**
 * How many images there are now, and the newest: what is taken during a download is not part of it.
 * From the studies, so that the index of their images is enough: 200,000 rows would be looked up.
 */
export const extent = (db: ClinicDb) =>
  db
    .selectFrom('study')
    .innerJoin('image', 'image.studyId', 'study.id')
    .where('study.isDeleted', '=', false)
    .select(({ fn }) => [
      fn.countAll<number>().as('images'),
      fn.max<ImageId | null>('image.id').as('newest'),
    ])
    .executeTakeFirstOrThrow()

/** What a zip needs to know of its images. Nothing of studies that were deleted. */
export const imagesToZip = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .where('study.isDeleted', '=', false)
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'image.id as imageId',
      'image.clinicId',
      'image.bodyPart',
      'image.bodyPartView',
      'image.isRejected',
      'image.hasPixels',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'image.createdOn',
      'study.id as studyId',
      'study.createdOn as studyDate',
      'patient.id as patientId',
      'patient.patientId as patientCode',
      'patient.name as patientName',
    ])

/** In the order in which they were taken, a page at a time: a clinic may have 200,000. */
export async function* imagesUpTo(
  db: ClinicDb,
  newest: ImageId | null,
): AsyncGenerator<ImageToZip> {
  if (newest === null) return
  // Rejected images too.
  const upToNewest = imagesToZip(db)
    .where('image.id', '<=', newest)
    .orderBy('image.id')
    .limit(pageRows)
  for (let rest = upToNewest; ;) {
    const page = await rest.execute()
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    rest = upToNewest.where('image.id', '>', last.imageId)
  }
}
