import { collapseWhitespace } from '@talus/contract'
import type { ClinicId, PatientId, StudyId } from '@talus/contract'
import { toAttributes } from '@talus/dicom'
import type { JsonDataSet } from '@talus/dicom'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { findRemainingPatient, listKnownNumbers } from '../../patients/index.ts'
import { isGeneratedNumber } from '../identity/person-names.ts'

interface StudyOfAnimal {
  readonly studyId: StudyId
  readonly clinicId: ClinicId
  readonly patientDatabaseId: PatientId
  readonly patientNumber: string
}

/**
 * Whether a file was stored for another animal than that of its study now. An animal whose patient ID
 * was corrected, or whose records were merged, is the same one.
 */
export async function isOfOtherAnimal(
  unscopedDb: UnscopedDb,
  header: JsonDataSet,
  { studyId, clinicId, patientDatabaseId, patientNumber }: StudyOfAnimal,
): Promise<boolean> {
  const number = readNumber(header)
  if (number === collapseWhitespace(patientNumber)) return false
  const db = new ClinicDb(unscopedDb, [clinicId])
  const formerId = await findFirstAnimal(db, studyId)
  if (formerId !== undefined && (await findRemainingPatient(db, formerId)) !== patientDatabaseId)
    return true
  // An ID that a clinic generated identifies no animal of another clinic.
  if (number === '' || isGeneratedNumber(number)) return false
  return !(await listKnownNumbers(db, patientDatabaseId)).has(number)
}

/** The patient ID of a file; files of a study with the same one belong to the same animal. */
export function readNumber(header: JsonDataSet): string {
  const { PatientID } = toAttributes(header, ['PatientID'])
  return collapseWhitespace(typeof PatientID === 'string' ? PatientID : '')
}

/** The animal that a moved study had first; undefined if it was never moved. */
async function findFirstAnimal(db: ClinicDb, studyId: StudyId): Promise<PatientId | undefined> {
  const move = await db
    .selectFrom('reassignment')
    .select('reassignment.otherPatientId')
    .where('reassignment.studyId', '=', studyId)
    .where('reassignment.kind', '=', 'move-study')
    .where('reassignment.undoneOn', 'is', null)
    .orderBy('reassignment.id')
    .executeTakeFirst()
  return move?.otherPatientId ?? undefined
}
