import type { Actor } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ReadLog } from '../audit/index.ts'
import type { Instance } from './instances.queries.ts'

/** A call that reads the archive. */
export interface ReadCall {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
}

/** Records that images of a study are sent; none if only their attributes are. */
export const recordRead = (
  readLog: ReadLog,
  { actor, address }: ReadCall,
  study: Pick<Instance, 'clinicId' | 'studyId'>,
  images: readonly Pick<Instance, 'id'>[],
): void =>
  readLog.recordRetrieval(
    { actor: { id: actor.id, username: actor.username }, address, request: 'WADO-RS' },
    study,
    images.map(({ id }) => id),
  )

/** Records a search of a program; users search in the page without a record, too. */
export function recordSearch(readLog: ReadLog, { actor, address }: ReadCall): void {
  const { id, username, clinicId } = actor
  if (actor.isService && clinicId !== null)
    readLog.recordSearch({ actor: { id, username }, address, request: 'QIDO-RS' }, clinicId)
}
