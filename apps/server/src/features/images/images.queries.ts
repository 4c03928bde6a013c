import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** Selects images with their exposure and the state of their raw data. */
const selectDetails = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .leftJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .leftJoin('rawFrame', 'rawFrame.imageId', 'image.id')
    .selectAll('image')
    .select([
      'imageExposure.exposureIndex',
      'imageExposure.deviationIndex',
      'imageExposure.saturatedShare',
      'rawFrame.preset',
      'rawFrame.isRecovered',
    ])

type RawDataState = { readonly isRecovered: boolean | null; readonly preset: string | null }
/** A received image has no raw data that could have been recovered or processed again. */
const withRawDataDefaults = <Row extends RawDataState>(row: Row) => ({
  ...row,
  isRecovered: row.isRecovered ?? false,
  preset: row.preset || null,
})

export async function findImageDetails(db: ClinicDb, id: ImageId) {
  const found = await selectDetails(db).where('image.id', '=', id).executeTakeFirst()
  return found && withRawDataDefaults(found)
}

/** Lists the images of a study in the order of their capture; none of a deleted study. */
export async function ofStudy(db: ClinicDb, studyId: StudyId, isRejected: boolean | undefined) {
  const images = selectDetails(db)
    .innerJoin('study', 'study.id', 'image.studyId')
    .where('study.isDeleted', '=', false)
    .where('image.studyId', '=', studyId)
    // Reports and measurements that came with a study are no images.
    .where('image.hasPixels', '=', true)
  const filtered =
    isRejected === undefined ? images : images.where('image.isRejected', '=', isRejected)
  const rows = await filtered.orderBy('image.createdOn').orderBy('image.id').execute()
  return rows.map(withRawDataDefaults)
}

/** Finds the file of an image that may be shown or sent; deleted ones are not found. */
export const findFile = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
    ])
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

/** Finds patient and owner of an image in the records. */
export const findIdentity = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'image.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'clinic.clinicType',
      'patient.name as patientName',
      'patient.patientId as patientNumber',
      'patient.speciesId',
      'owner.name as ownerName',
    ])
    .where('image.id', '=', id)
    .executeTakeFirst()
