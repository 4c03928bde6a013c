import type { CaseId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseReportTable } from '../../../db/case-file-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { isVisibleTo } from '../stored/file-visibility.ts'

/** The case with every name that its report prints. */
export const findReportedCase = (db: ClinicDb, id: CaseId) =>
  db
    .selectFrom('radCase')
    .innerJoin('clinic', 'clinic.id', 'radCase.clinicId')
    .leftJoin('breed', 'breed.id', 'radCase.breedId')
    .leftJoin('doctor', 'doctor.id', 'radCase.referringVeterinarianId')
    .leftJoin('study', 'study.id', 'radCase.studyId')
    .leftJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'radCase.id',
      'radCase.clinicId',
      'radCase.status',
      'radCase.studyId',
      'radCase.patientName',
      'radCase.ownerName',
      'radCase.speciesId',
      'radCase.sex',
      'radCase.spayed',
      'radCase.neutered',
      'radCase.weight',
      'radCase.weightUnit',
      'radCase.birthDate',
      'radCase.clinicHistory',
      'radCase.studyTypes',
      'radCase.modality',
      'radCase.priority',
      'radCase.submitOn',
      'radCase.createdOn',
      'radCase.criticalOn',
      'radCase.acknowledgedOn',
      'radCase.reportVersion',
      'breed.name as breed',
      'doctor.firstName as doctorFirstName',
      'doctor.lastName as doctorLastName',
      'study.createdOn as studyCreatedOn',
      'patient.patientId as registeredId',
      'patient.name as registeredName',
      'patient.speciesId as registeredSpeciesId',
      'patient.sex as registeredSex',
      'patient.birthDate as registeredBirthDate',
      'clinic.name as clinicName',
      'clinic.address as clinicAddress',
      'clinic.phone as clinicPhone',
      'clinic.email as clinicEmail',
      'clinic.lang as language',
      'clinic.timeZone',
    ])
    .where('radCase.id', '=', id)
    .executeTakeFirst()
export type ReportedCase = NonNullable<Awaited<ReturnType<typeof findReportedCase>>>

/** The texts of the versions up to one of them, in order. */
export const listTexts = (db: ClinicDb, caseId: CaseId, version: number) =>
  db
    .selectFrom('caseReportVersion')
    .innerJoin('user', 'user.id', 'caseReportVersion.authorId')
    .selectAll('caseReportVersion')
    .select(['user.username', 'user.firstName', 'user.lastName'])
    .where('caseReportVersion.caseId', '=', caseId)
    .where('caseReportVersion.version', '<=', version)
    .orderBy('caseReportVersion.version')
    .execute()
export type VersionTexts = Awaited<ReturnType<typeof listTexts>>[number]

/** A PDF of a version: the named revision, or the newest one. */
export const findReport = (db: ClinicDb, caseId: CaseId, version: number, revision?: number) =>
  db
    .selectFrom('caseReport')
    .selectAll()
    .where('caseReport.caseId', '=', caseId)
    .where('caseReport.version', '=', version)
    .$if(revision !== undefined, (query) => query.where('caseReport.revision', '=', revision ?? 0))
    .orderBy('caseReport.revision', 'desc')
    .limit(1)
    .executeTakeFirst()
export type StoredCaseReport = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** Inserts a PDF unless another request has; returns whether it did. */
export async function insertReport(db: ClinicDb, report: Insertable<CaseReportTable>) {
  const inserted = await db
    .insertInto('caseReport', report)
    .onConflict((conflict) => conflict.columns(['caseId', 'version', 'revision']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Unscoped, because a radiologist belongs to no clinic. */
export const findUser = (unscopedDb: UnscopedDb, id: UserId) =>
  unscopedDb
    .selectFrom('user')
    .select(['user.id', 'user.username', 'user.firstName', 'user.lastName'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()

/** The files of a case that users attached, with those of the radiologist marked. */
export const listAttachments = (db: ClinicDb, caseId: CaseId, readerId: UserId | null) =>
  db
    .selectFrom('caseFile')
    .innerJoin('radCase', 'radCase.id', 'caseFile.caseId')
    .select([
      'caseFile.id',
      'caseFile.fileName',
      'caseFile.filePath',
      'caseFile.mediaType',
      'caseFile.byteLength',
      'caseFile.sha256',
      'caseFile.isFromReceiver',
      'caseFile.userId',
      'radCase.requesterId',
    ])
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.imageId', 'is', null)
    .where(isVisibleTo(readerId))
    .orderBy('caseFile.isFromReceiver', 'desc')
    .orderBy('caseFile.id')
    .execute()

/** 0 if the case has no report. */
export async function findNewestVersion(db: ClinicDb, caseId: CaseId): Promise<number> {
  const { newest } = await db
    .selectFrom('caseReportVersion')
    .select(({ fn }) => fn.max('caseReportVersion.version').as('newest'))
    .where('caseReportVersion.caseId', '=', caseId)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}
