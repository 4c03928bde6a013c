import type { PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** Enough for a day's work and for looking back; older studies are found by filters. */
const worklistLength = 500

export const worklist = (db: ClinicDb) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('user', 'user.id', 'study.userId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select((expression) => [
      'study.id as studyId',
      'patient.id as patientDatabaseId',
      'patient.patientId',
      'patient.name as patientName',
      'study.createdOn as studyDate',
      'study.modality',
      'study.isDeleted as deleted',
      'owner.id as ownerId',
      'owner.name as owner',
      'breed.name as breed',
      'patient.speciesId',
      'study.userId',
      'user.username as user',
      expression
        .selectFrom('image')
        .whereRef('image.studyId', '=', 'study.id')
        .where('image.isRejected', '=', false)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('imageCount'),
    ])
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .limit(worklistLength)
    .execute()

export const find = (db: ClinicDb, id: StudyId) =>
  db.selectFrom('study').selectAll().where('study.id', '=', id).executeTakeFirst()

export const listOfPatient = (db: ClinicDb, patientId: PatientId) =>
  db
    .selectFrom('study')
    .selectAll()
    .where('study.patientId', '=', patientId)
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .execute()
