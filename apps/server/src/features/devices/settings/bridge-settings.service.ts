import { can, folderBrand, formatMake, refuse } from '@talus/contract'
import type {
  Bridge,
  BridgeChange,
  BridgeDraft,
  BridgeId,
  ClinicId,
  FoundBridge,
  RegisteredSensor,
  SensorChange,
} from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { countConnectionTest } from '../../../outbound/connection-test-limit.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { BridgeClient } from '../connection/bridge-client.ts'
import { thisComputer } from '../connection/bridges.ts'
import type { Bridges } from '../connection/bridges.ts'
import { pairBridge } from './pair-bridge.ts'
import { insertOfferedSensors } from './register-sensors.ts'
import { adoptSpelling, requireOneOfEachModality } from './x-ray-room-rules.ts'
import * as devices from '../connection/sensors.queries.ts'
import type { BridgeRow } from '../connection/sensors.queries.ts'

export interface BridgeChangeContext extends ChangeContext {
  readonly bridges: Bridges
  readonly secrets: SecretBox
}

/** The address of the bridge of the server's own computer. */
const local = {
  identity: thisComputer,
  address: null,
  port: null,
  certificate: null,
  token: null,
} as const

/** The name of a bridge in the audit trail. */
export const getSubject = ({ name, xRayRoom }: Pick<BridgeRow, 'name' | 'xRayRoom'>) =>
  name || xRayRoom
const describe = ({ name, xRayRoom, address, port }: BridgeRow) => ({
  name,
  xRayRoom,
  address,
  port,
})

export const requireBridge = async (db: ClinicDb, id: BridgeId) =>
  (await devices.findBridge(db, id)) ?? refuse('record/not-found')

export async function list(bridges: Bridges, db: ClinicDb): Promise<Bridge[]> {
  const sensors = await devices.listSensors(db)
  return (await devices.listBridges(db)).map((bridge) => ({
    ...bridge,
    sensors: sensors
      .filter(({ bridgeId }) => bridgeId === bridge.id)
      .map((row) => ({ ...row, ...bridges.toSensor(row) })),
  }))
}

export async function find(bridges: Bridges, db: ClinicDb, id: BridgeId): Promise<Bridge> {
  return (await list(bridges, db)).find((bridge) => bridge.id === id) ?? refuse('record/not-found')
}

/** Looks for the bridge of the server's own computer. */
export async function findLocal(bridges: Bridges, db: ClinicDb): Promise<FoundBridge> {
  const registered = await devices.listBridges(db)
  const config = await bridges
    .getClient(local)
    .config()
    .catch(() => undefined)
  return {
    isRegistered: registered.some(({ identity }) => identity === thisComputer),
    isRunning: config !== undefined,
    computer: config?.computer ?? '',
  }
}

export async function create(
  change: BridgeChangeContext,
  { name, xRayRoom, pairing }: z.output<typeof BridgeDraft>,
  clinicId: ClinicId | null,
): Promise<Bridge> {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  const { bridges, db, clock } = change
  const createdOn = clock().toISOString()
  const address = pairing ? await pair(change, pairing) : local
  await requireUnregistered(change, address.identity, clinicId)
  const row = {
    ...address,
    clinicId,
    name,
    xRayRoom: await adoptSpelling(db, clinicId, xRayRoom),
    createdOn,
  }
  // The sensors are read first: a bridge that does not answer is not added.
  const offered = await bridges.getClient(row).sensors()
  const { id } = await db.transaction(async (db) => {
    const bridge = await devices.insertBridge(db, row)
    const event = { entityId: bridge.id, subject: getSubject(bridge), clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, action: 'bridge.create', after: describe(bridge) },
    )
    await insertOfferedSensors({ ...change, db }, bridge, offered)
    return bridge
  })
  return find(bridges, db, id)
}

async function pair(
  { db, actor, clock, secrets }: BridgeChangeContext,
  input: NonNullable<z.output<typeof BridgeDraft>['pairing']>,
) {
  await countConnectionTest(db.unscopedDb, actor.id, clock())
  const { token, certificate, identity } = await pairBridge(input)
  const { address, port } = input
  return { identity, address, port, certificate, token: secrets.seal(token) }
}

/**
 * The exposures of a bridge are shown to the clinics that have registered it. A pairing code shows
 * that its owner agrees; a second clinic gets the bridge of the server's computer only from a user
 * who manages all clinics.
 */
async function requireUnregistered(
  { bridges, actor }: BridgeChangeContext,
  identity: string,
  clinicId: ClinicId,
) {
  const clinics = await bridges.listClinics(identity)
  if (clinics.includes(clinicId)) refuse('device/bridge-registered')
  const isShared = identity === thisComputer && clinics.length > 0
  if (isShared && !can(actor, 'clinic.create')) refuse('device/bridge-taken')
}

export async function update(
  change: BridgeChangeContext,
  { id, name, xRayRoom, address, port }: z.output<typeof BridgeChange>,
): Promise<Bridge> {
  const before = await requireBridge(change.db, id)
  const isRemote = before.address !== null
  const after = {
    name,
    xRayRoom: await adoptSpelling(change.db, before.clinicId, xRayRoom, id),
    ...(isRemote && address !== undefined ? { address } : {}),
    ...(isRemote && port !== undefined ? { port } : {}),
  }
  await change.db.transaction(async (db) => {
    await devices.updateBridge(db, id, after)
    const { clinicId } = before
    await requireOneOfEachModality(db, clinicId, after.xRayRoom)
    const event = { entityId: id, subject: getSubject(before), clinicId }
    const values = diffValues({ ...before }, after)
    await recordAuditEvent({ ...change, db }, { ...event, action: 'bridge.update', ...values })
  })
  return find(change.bridges, change.db, id)
}

export async function remove(change: BridgeChangeContext, id: BridgeId): Promise<void> {
  const { bridges } = change
  const before = await requireBridge(change.db, id)
  const client = bridges.getClient(before)
  const others = (await bridges.listClinics(before.identity)).length - 1
  if (others === 0) await requireEmpty(client)
  await change.db.transaction(async (db) => {
    const { clinicId } = before
    const sensors = await devices.listSensors(db)
    for (const sensor of sensors.filter(({ bridgeId }) => bridgeId === id))
      await devices.removeSensor(db, sensor.id)
    await devices.removeBridge(db, id)
    const event = { entityId: id, subject: getSubject(before), clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, action: 'bridge.delete', before: describe(before) },
    )
  })
  // A bridge that is switched off keeps a token that no server knows any more.
  if (before.token !== null) await client.unpair().catch(() => undefined)
}

/** A bridge with exposures that are not in the archive, or one in use, must not be forgotten. */
async function requireEmpty(client: BridgeClient) {
  // A bridge that no longer exists can be removed.
  const sensors = await client.sensors().catch(() => [])
  if (sensors.some(({ lease }) => lease !== null)) refuse('device/bridge-busy')
  const frames = await client.frames().catch(() => [])
  if (frames.length > 0) refuse('device/frames-waiting', { values: { count: frames.length } })
}

export async function updateSensor(
  change: BridgeChangeContext,
  { id, ...after }: z.output<typeof SensorChange>,
): Promise<RegisteredSensor> {
  const { bridges } = change
  const rows = await devices.listSensors(change.db)
  const before = rows.find((row) => row.id === id) ?? refuse('record/not-found')
  if (before.isEnabled && !after.isEnabled) {
    const name = before.modality === 'Dental' ? 'dental' : 'general'
    const response = await bridges
      .getClient(before)
      .status(name)
      .catch(() => undefined)
    if (response?.status.lease) refuse('device/bridge-busy')
  }
  await change.db.transaction(async (db) => {
    await devices.updateSensor(db, id, after)
    const { clinicId, xRayRoom } = before
    if (after.isEnabled) await requireOneOfEachModality(db, clinicId, xRayRoom)
    const event = {
      entityId: id,
      subject: before.name || formatMake(before) || folderBrand,
      clinicId,
    }
    const values = diffValues({ ...before }, after)
    await recordAuditEvent({ ...change, db }, { ...event, action: 'sensor.update', ...values })
  })
  return { ...before, ...bridges.toSensor(before), ...after }
}
