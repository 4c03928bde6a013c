import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ImageToZip } from './image-zip.ts'

const pageRows = 200

/**
 * The number of images and the newest one: images that are captured during a download are not part
 * of it. Selected from the studies, so that the index of their images suffices; otherwise 200,000
 * rows would be read.
 */
export const findExtent = (db: ClinicDb) =>
  db
    .selectFrom('study')
    .innerJoin('image', 'image.studyId', 'study.id')
    .where('study.isDeleted', '=', false)
    .select(({ fn }) => [
      fn.countAll<number>().as('images'),
      fn.max<ImageId | null>('image.id').as('newest'),
    ])
    .executeTakeFirstOrThrow()

/** The columns that a zip needs. Images of deleted studies are left out. */
export const selectImagesToZip = (db: ClinicDb) =>
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

/** Yields images in the order of their capture, a page at a time: a clinic may have 200,000. */
export async function* listImagesUpTo(
  db: ClinicDb,
  newest: ImageId | null,
): AsyncGenerator<ImageToZip> {
  if (newest === null) return
  // Includes rejected images.
  const upToNewest = selectImagesToZip(db)
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
