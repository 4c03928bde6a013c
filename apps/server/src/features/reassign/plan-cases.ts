import { caseStatus, refuse } from '@talus/contract'
import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import * as queries from './reassign.queries.ts'

/** A case that a radiologist works on keeps its study in place. */
export async function refuseOpenCases(db: ClinicDb, studyIds: readonly StudyId[]) {
  if (studyIds.length === 0) return []
  const cases = await queries.listCases(db, studyIds)
  if (cases.some(({ status }) => status < caseStatus.finalized)) refuse('reassign/open-case')
  return cases
}

/** Finished cases follow their studies. */
export async function planCases(
  db: ClinicDb,
  studyIds: readonly StudyId[],
  { patientId, ownerId }: { readonly patientId: PatientId; readonly ownerId: OwnerId | null },
): Promise<RecordChange[]> {
  const cases = await refuseOpenCases(db, studyIds)
  return cases.map(({ id, patientId: from, ownerId: fromOwner }) => ({
    table: 'radCase' as const,
    id,
    before: { patientId: from, ownerId: fromOwner },
    after: { patientId, ownerId },
  }))
}
