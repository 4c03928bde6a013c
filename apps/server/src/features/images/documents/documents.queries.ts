import { findDocumentKind } from '@talus/dicom'
import type { ClinicId, ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Lists the objects of a study that are no images, the oldest first; none of a deleted study. */
export async function ofStudy(db: ClinicDb, studyId: StudyId) {
  const rows = await db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .leftJoin('series', (join) =>
      join
        .onRef('series.seriesInstanceUID', '=', 'image.seriesInstanceUID')
        .onRef('series.studyId', '=', 'image.studyId'),
    )
    .leftJoin('studyReport', (join) =>
      join
        .onRef('studyReport.imageId', '=', 'image.id')
        .onRef('studyReport.clinicId', '=', 'image.clinicId'),
    )
    .select([
      'studyReport.version',
      'studyReport.fileName',
      'studyReport.isForeign',
      'image.id',
      'image.studyId',
      'image.sopClassUID',
      'image.sopInstanceUID',
      'image.createdOn',
      'image.byteLength',
      'series.description',
    ])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', false)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()
  return rows.map(({ version, fileName, isForeign, ...row }) => ({
    ...row,
    kind: findDocumentKind(row.sopClassUID),
    description: row.description ?? '',
    report:
      version === null || fileName === null
        ? null
        : { version, fileName, isForeign: isForeign === true },
  }))
}

/** Finds the file of an object without pixel data; those of deleted studies are not found. */
export const findDocument = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.clinicId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'image.createdOn',
    ])
    .where('image.id', '=', id)
    .where('image.hasPixels', '=', false)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

/** Finds objects by their UIDs, as far as they are in reach and not deleted. */
export async function findReferences(db: ClinicDb, clinicId: ClinicId, uids: readonly string[]) {
  if (uids.length === 0) return []
  return db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.sopInstanceUID',
      'image.id',
      'image.studyId',
      'image.bodyPart',
      'image.bodyPartView',
      'image.hasPixels as isImage',
    ])
    .where('image.clinicId', '=', clinicId)
    .where('image.sopInstanceUID', 'in', [...uids])
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .orderBy('image.id')
    .execute()
}

interface NewTicket {
  readonly tokenHash: string
  readonly clinicId: ClinicId
  readonly imageId: ImageId
  readonly expiresOn: string
}

/** Inserts a ticket, and removes those that have expired. */
export async function insertTicket(db: ClinicDb, ticket: NewTicket, now: string) {
  await db.unscopedDb.deleteFrom('documentTicket').where('expiresOn', '<=', now).execute()
  await db.insertInto('documentTicket', ticket).execute()
}

/** Removes a ticket and returns it, so that of two concurrent requests only one gets it. */
export const takeTicket = (unscopedDb: UnscopedDb, tokenHash: string, now: string) =>
  unscopedDb
    .deleteFrom('documentTicket')
    .where('tokenHash', '=', tokenHash)
    .where('expiresOn', '>', now)
    .returning(['imageId', 'clinicId'])
    .executeTakeFirst()
