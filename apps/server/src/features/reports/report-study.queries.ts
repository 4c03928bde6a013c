import { refuse } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** The study of a report with its patient and clinic; a deleted study is not found. */
const find = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'study.id',
      'study.clinicId',
      'study.patientId as patientDatabaseId',
      'study.studyInstanceUID',
      'study.createdOn',
      'study.description',
      'patient.name as patientName',
      'patient.patientId',
      'patient.speciesId',
      'patient.sex',
      'patient.neutered',
      'patient.birthDate',
      'owner.name as ownerName',
      'breed.name as breed',
      'clinic.name as clinicName',
      'clinic.address as clinicAddress',
      'clinic.phone as clinicPhone',
      'clinic.email as clinicEmail',
      'clinic.clinicType',
      'clinic.timeZone',
    ])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
export type ReportStudy = NonNullable<Awaited<ReturnType<typeof find>>>

export const findReportStudy = async (db: ClinicDb, id: StudyId): Promise<ReportStudy> =>
  (await find(db, id)) ?? refuse('record/not-found')
