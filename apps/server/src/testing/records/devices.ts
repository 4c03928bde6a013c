import type { BridgeId, ClinicId, SensorId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

const createdOn = '2026-02-10T15:30:00.000Z'

/** Registers the bridge of the server's own computer with both sensors for a clinic. */
export async function insertLocalBridge(
  unscopedDb: UnscopedDb,
  clinicId: ClinicId,
): Promise<{ bridgeId: BridgeId; general: SensorId; dental: SensorId }> {
  const { id: bridgeId } = await unscopedDb
    .insertInto('bridge')
    .values({ clinicId, name: 'PC', xRayRoom: 'Theatre', identity: 'this-computer', createdOn })
    .returning('id')
    .executeTakeFirstOrThrow()
  const insert = async (
    modality: 'General' | 'Dental',
    kind: { brand: string; model: 'CR1500L' | 'Hdr600' },
  ) => {
    const row = { clinicId, bridgeId, modality, name: '', ...kind }
    const query = unscopedDb.insertInto('sensor').values(row).returning('id')
    return (await query.executeTakeFirstOrThrow()).id
  }
  return {
    bridgeId,
    general: await insert('General', { brand: 'CareRay', model: 'CR1500L' }),
    dental: await insert('Dental', { brand: 'Handy', model: 'Hdr600' }),
  }
}

/** Registers a bridge of another computer, at which no program answers. */
export async function insertUnreachableBridge(
  unscopedDb: UnscopedDb,
  clinicId: ClinicId,
  {
    isEnabled = true,
    xRayRoom = 'Far',
  }: { readonly isEnabled?: boolean; readonly xRayRoom?: string } = {},
): Promise<{ bridgeId: BridgeId; sensorId: SensorId }> {
  const { id: bridgeId } = await unscopedDb
    .insertInto('bridge')
    .values({
      clinicId,
      name: `Bridge ${clinicId}`,
      xRayRoom,
      identity: `certificate of clinic ${clinicId} ${xRayRoom}`,
      address: '127.0.0.1',
      port: 1,
      certificate: '',
      token: '',
      createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sensorId } = await unscopedDb
    .insertInto('sensor')
    .values({
      clinicId,
      bridgeId,
      modality: 'General',
      name: `Sensor ${clinicId}`,
      brand: 'Near',
      model: 'Ez',
      isEnabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { bridgeId, sensorId }
}
