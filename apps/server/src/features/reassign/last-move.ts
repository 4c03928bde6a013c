import type { Instant, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import * as queries from './reassign.queries.ts'

interface MovedStudy {
  readonly id: StudyId
  readonly patientId: PatientId
}

/** When a study got its present patient; undefined if it was never moved. */
export async function findLastMove(
  db: ClinicDb,
  { id, patientId }: MovedStudy,
): Promise<Instant | undefined> {
  const found = await queries.listMoves(db, id, patientId)
  return found
    .flatMap(({ createdOn, undoneOn, changes }) => {
      // Undo also moves the studies that had arrived for a merged patient; they are not listed.
      if (undoneOn !== null) return [undoneOn]
      const isMoved = changes.records.some((record) => record.table === 'study' && record.id === id)
      return isMoved ? [createdOn] : []
    })
    .toSorted()
    .at(-1)
}
