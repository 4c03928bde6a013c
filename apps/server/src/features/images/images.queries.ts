import { findSideChange } from '@talus/anatomy'
import type { ImageId, StudyId } from '@talus/contract'
import { sql } from 'kysely'
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

/** Selects the annotations that corrections replaced, the first of an image first. */
const selectReplaced = (db: ClinicDb) =>
  db
    .selectFrom('annotationCorrection')
    .select([
      'annotationCorrection.imageId',
      'annotationCorrection.previousBodyPart as bodyPart',
      'annotationCorrection.previousBodyPartView as bodyPartView',
    ])
    .orderBy('annotationCorrection.id')
type Replaced = Awaited<ReturnType<ReturnType<typeof selectReplaced>['execute']>>[number]

/** Adds the side with which the image was taken, if it states the other one now. */
function withOriginalSide<Row extends Omit<Replaced, 'imageId'> & { readonly id: ImageId }>(
  row: Row,
  replaced: readonly Replaced[],
) {
  const original = replaced.find(({ imageId }) => imageId === row.id)
  return { ...row, originalSide: (original && findSideChange(original, row)?.from) ?? null }
}

export async function findImageDetails(db: ClinicDb, id: ImageId) {
  const found = await selectDetails(db).where('image.id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const replaced = await selectReplaced(db)
    .where('annotationCorrection.imageId', '=', id)
    .limit(1)
    .execute()
  return withOriginalSide(withRawDataDefaults(found), replaced)
}

/** After all numbers: SQLite and PostgreSQL sort missing values differently. */
const numberOrLast = (column: string) => sql`coalesce(${sql.ref(column)}, 2147483647)`

/**
 * Lists the images of a study in the order of their capture, those of the same second by series and
 * instance number; none of a deleted study.
 */
export async function ofStudy(db: ClinicDb, studyId: StudyId, isRejected: boolean | undefined) {
  const images = selectDetails(db)
    .innerJoin('study', 'study.id', 'image.studyId')
    .where('study.isDeleted', '=', false)
    .where('image.studyId', '=', studyId)
    // Reports and measurements that came with a study are no images.
    .where('image.hasPixels', '=', true)
  const filtered =
    isRejected === undefined ? images : images.where('image.isRejected', '=', isRejected)
  const rows = await filtered
    .leftJoin('series', (join) =>
      join
        .onRef('series.studyId', '=', 'image.studyId')
        .onRef('series.seriesInstanceUID', '=', 'image.seriesInstanceUID'),
    )
    .orderBy('image.createdOn')
    .orderBy(numberOrLast('series.seriesNumber'))
    .orderBy(numberOrLast('image.instanceNumber'))
    .orderBy('image.id')
    .execute()
  const replaced = await selectReplaced(db)
    .innerJoin('image', 'image.id', 'annotationCorrection.imageId')
    .where('image.studyId', '=', studyId)
    .execute()
  return rows.map((row) => withOriginalSide(withRawDataDefaults(row), replaced))
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

/** Finds the study of an image, also if the image cannot be shown. */
export const findLocation = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select(['image.studyId', 'image.hasPixels', 'image.isRejected', 'study.isDeleted'])
    .where('image.id', '=', id)
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
      'patient.nameGroups as patientGroups',
      'owner.nameGroups as ownerGroups',
    ])
    .where('image.id', '=', id)
    .executeTakeFirst()
