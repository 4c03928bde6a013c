import type { Actor, AuditAction, GeneratorOrder, Refusal } from '@talus/contract'
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

type Device = Pick<AttachedGenerator, 'clinicId' | 'xRayRoom'>

/** Records an order that the generator has carried out. The server itself is no user. */
export const recordGeneratorOrder = (
  deps: GeneratorAuditDeps,
  device: Device,
  sender: Sender | 'server',
  order: GeneratorOrder,
  value: number,
): Promise<void> =>
  record(deps, device, sender, {
    action: order === 'pw' ? 'generator.power' : 'generator.set',
    after: { [order]: value },
  })

/** Records that a user wanted to switch the generator off, and who needs it. */
export const recordRefusedPowerOff = (
  deps: GeneratorAuditDeps,
  device: Device,
  sender: Sender,
  { options }: Refusal,
): Promise<void> =>
  record(deps, device, sender, {
    action: 'generator.power',
    after: { pw: 1, asked: 0, holder: options.values?.['holder'] ?? null },
  })

function record(
  { unscopedDb, clock }: GeneratorAuditDeps,
  { clinicId, xRayRoom }: Device,
  sender: Sender | 'server',
  event: {
    readonly action: AuditAction
    readonly after: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { actor, address } =
    sender === 'server' ? { actor: { id: null, username: 'Talus' }, address: '' } : sender
  return recordAuditEvent(
    { db: new ClinicDb(unscopedDb, [clinicId]), actor, address, clock },
    { ...event, entityId: null, subject: xRayRoom, clinicId },
  )
}
