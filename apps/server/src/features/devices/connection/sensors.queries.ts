import type { BridgeId, SensorId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { BridgeTable, SensorTable } from '../../../db/device-tables.ts'

/** The sensors of the handle's clinics, each with its bridge. */
export const listSensors = (db: ClinicDb) =>
  db
    .selectFrom('sensor')
    .innerJoin('bridge', 'bridge.id', 'sensor.bridgeId')
    .selectAll('sensor')
    .select([
      'bridge.xRayRoom',
      'bridge.identity',
      'bridge.address',
      'bridge.port',
      'bridge.certificate',
      'bridge.token',
    ])
    .orderBy('sensor.id')
    .execute()

/** The X-ray room of a sensor in the handle's clinics, by the identity of its bridge. */
export async function findXRayRoomOfBridge(db: ClinicDb, identity: string): Promise<string> {
  const bridge = await db
    .selectFrom('bridge')
    .select('bridge.xRayRoom')
    .where('bridge.identity', '=', identity)
    .executeTakeFirst()
  return bridge?.xRayRoom ?? ''
}

export type SensorRow = Awaited<ReturnType<typeof listSensors>>[number]

export const listBridges = (db: ClinicDb) =>
  db.selectFrom('bridge').selectAll().orderBy('bridge.id').execute()

export type BridgeRow = Awaited<ReturnType<typeof listBridges>>[number]

export const findBridge = (db: ClinicDb, id: BridgeId) =>
  db.selectFrom('bridge').selectAll().where('bridge.id', '=', id).executeTakeFirst()

export const insertBridge = (db: ClinicDb, bridge: Insertable<BridgeTable>) =>
  db.insertInto('bridge', bridge).returningAll().executeTakeFirstOrThrow()

export const updateBridge = (db: ClinicDb, id: BridgeId, change: Updateable<BridgeTable>) =>
  db.updateTable('bridge').set(change).where('bridge.id', '=', id).execute()

export const removeBridge = (db: ClinicDb, id: BridgeId) =>
  db.deleteFrom('bridge').where('bridge.id', '=', id).execute()

export const insertSensor = (db: ClinicDb, sensor: Insertable<SensorTable>) =>
  db.insertInto('sensor', sensor).returningAll().executeTakeFirstOrThrow()

export const updateSensor = (db: ClinicDb, id: SensorId, change: Updateable<SensorTable>) =>
  db.updateTable('sensor').set(change).where('sensor.id', '=', id).execute()

export const removeSensor = (db: ClinicDb, id: SensorId) =>
  db.deleteFrom('sensor').where('sensor.id', '=', id).execute()
