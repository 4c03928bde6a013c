import type { Actor, GeneratorOrder } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { AttachedGenerator } from '../connection/bridges.ts'

interface GeneratorAuditDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

interface Sender {
  readonly actor: Pick<Actor, 'id' | 'username'>
  readonly address: string
}

/** Records an order that the generator has carried out. The server itself is no user. */
export const recordGeneratorOrder = (
  { unscopedDb, clock }: GeneratorAuditDeps,
  { clinicId, xRayRoom }: Pick<AttachedGenerator, 'clinicId' | 'xRayRoom'>,
  sender: Sender | 'server',
  order: GeneratorOrder,
  value: number,
): Promise<void> => {
  const { actor, address } =
    sender === 'server' ? { actor: { id: null, username: 'Talus' }, address: '' } : sender
  return recordAuditEvent(
    { db: new ClinicDb(unscopedDb, [clinicId]), actor, address, clock },
    {
      action: order === 'pw' ? 'generator.power' : 'generator.set',
      entityId: null,
      subject: xRayRoom,
      clinicId,
      after: { [order]: value },
    },
  )
}
