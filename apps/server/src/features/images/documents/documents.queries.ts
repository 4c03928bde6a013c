import { findDocumentKind } from '@talus/dicom'
import type { CaseId, ClinicId, ImageId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Reports of measurements of the viewer have this class and series number, in every archive. */
const comprehensiveReport = '1.2.840.10008.5.1.4.1.1.88.33'
export const measurementSeriesNumber = 9002

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
    .leftJoin('user', 'user.id', 'studyReport.userId')
    .select([
      'studyReport.version',
      'studyReport.fileName',
      'studyReport.isForeign',
      'studyReport.isVerified',
      'studyReport.patientDatabaseId as reportPatientId',
      'studyReport.namesOtherPatient',
      'studyReport.caseId',
      'studyReport.caseVersion',
      'study.patientId as studyPatientId',
      'user.username',
      'image.id',
      'image.studyId',
      'image.sopClassUID',
      'image.sopInstanceUID',
      'image.createdOn',
      'image.byteLength',
      'image.instanceNumber',
      'series.seriesNumber',
      'series.description',
    ])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', false)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()
  return rows.map((row) => {
    const { id, sopClassUID, sopInstanceUID, createdOn, byteLength } = row
    const isMeasured =
      sopClassUID === comprehensiveReport && row.seriesNumber === measurementSeriesNumber
    return {
      id,
      studyId: row.studyId,
      sopClassUID,
      sopInstanceUID,
      createdOn,
      byteLength,
      kind: findDocumentKind(sopClassUID),
      description: row.description ?? '',
      measurementVersion: isMeasured ? row.instanceNumber : null,
      report: toReport(row),
    }
  })
}

interface ReportColumns {
  readonly version: number | null
  readonly fileName: string | null
  readonly isForeign: boolean | null
  readonly isVerified: boolean | null
  readonly reportPatientId: PatientId | null
  readonly studyPatientId: PatientId
  readonly namesOtherPatient: boolean | null
  readonly caseId: CaseId | null
  readonly caseVersion: number | null
  readonly username: string | null
}

/** Null for an object that is no version of the report of its study. */
function toReport(row: ReportColumns) {
  const { version, fileName, reportPatientId, caseId, caseVersion } = row
  if (version === null || fileName === null) return null
  return {
    version,
    fileName,
    isForeign: row.isForeign === true,
    isVerified: row.isVerified === true,
    isOfOtherPatient:
      row.namesOtherPatient === true ||
      (reportPatientId !== null && reportPatientId !== row.studyPatientId),
    caseReport: caseId === null || caseVersion === null ? null : { caseId, version: caseVersion },
    username: row.username ?? '',
  }
}

/** Finds the file of an object without pixel data; those of deleted studies are not found. */
export async function findDocument(db: ClinicDb, id: ImageId) {
  const found = await db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .leftJoin('studyReport', (join) =>
      join
        .onRef('studyReport.imageId', '=', 'image.id')
        .onRef('studyReport.clinicId', '=', 'image.clinicId'),
    )
    .select([
      'image.id',
      'image.clinicId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'image.createdOn',
      'studyReport.isForeign',
    ])
    .where('image.id', '=', id)
    .where('image.hasPixels', '=', false)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
  if (!found) return undefined
  const { isForeign, ...recorded } = found
  return { ...recorded, isOwnReport: isForeign === false }
}

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
