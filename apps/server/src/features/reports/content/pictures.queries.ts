import type { ClinicId, ImageId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { ReportPictureTable } from '../../../db/report-tables.ts'

const selectImages = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'patient.id as patientDatabaseId',
      'patient.name as patientName',
      'image.id',
      'image.clinicId',
      'image.studyId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.columns',
      'image.sopClassUID',
      'image.sopInstanceUID',
    ])
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)

/** An image that a report may show. */
export const findImage = (db: ClinicDb, id: ImageId) =>
  selectImages(db).where('image.id', '=', id).executeTakeFirst()

export const findImages = async (db: ClinicDb, ids: readonly ImageId[]) =>
  ids.length === 0
    ? []
    : selectImages(db)
        .where('image.id', 'in', [...ids])
        .execute()
export type ShowableImage = Awaited<ReturnType<typeof findImages>>[number]

export const insertPicture = (db: ClinicDb, picture: Insertable<ReportPictureTable>) =>
  db.insertInto('reportPicture', picture).execute()

/** A picture of an image that may still be shown. */
export const findPicture = (db: ClinicDb, id: string) =>
  db
    .selectFrom('reportPicture')
    .innerJoin('study', 'study.id', 'reportPicture.studyId')
    .selectAll('reportPicture')
    .where('reportPicture.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const findPictures = async (db: ClinicDb, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('reportPicture')
        .selectAll()
        .where('reportPicture.id', 'in', [...ids])
        .execute()

/** Keeps pictures that a version of a report shows. */
export const keepPictures = async (db: ClinicDb, ids: readonly string[]) => {
  if (ids.length > 0)
    await db
      .updateTable('reportPicture')
      .set({ isKept: true })
      .where('reportPicture.id', 'in', [...ids])
      .execute()
}

/** Unscoped, because a sweep concerns every clinic. */
export const listUnused = (unscopedDb: UnscopedDb, before: string) =>
  unscopedDb
    .selectFrom('reportPicture')
    .select(['reportPicture.id', 'reportPicture.clinicId', 'reportPicture.filePath'])
    .where('reportPicture.isKept', '=', false)
    .where('reportPicture.createdOn', '<', before)
    .execute()

export async function isInDraft(
  unscopedDb: UnscopedDb,
  { id, clinicId }: { readonly id: string; readonly clinicId: ClinicId },
): Promise<boolean> {
  const draft = await unscopedDb
    .selectFrom('reportDraft')
    .select('reportDraft.id')
    .where('reportDraft.clinicId', '=', clinicId)
    .where('reportDraft.document', 'like', `%${id}%`)
    .limit(1)
    .executeTakeFirst()
  return draft !== undefined
}

export const deletePicture = (unscopedDb: UnscopedDb, id: string) =>
  unscopedDb.deleteFrom('reportPicture').where('id', '=', id).execute()
