import { folderBrand, formatMake } from '@talus/contract'
import type { BridgeSensorStatus } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as devices from '../connection/sensors.queries.ts'
import type { BridgeRow } from '../connection/sensors.queries.ts'
import { listModalitiesInUse } from './x-ray-room-rules.ts'

type Offered = Pick<BridgeSensorStatus, 'modality' | 'brand' | 'model' | 'driver'>

const listOwn = async (db: ClinicDb, { id }: BridgeRow) =>
  (await devices.listSensors(db)).filter(({ bridgeId }) => bridgeId === id)

/**
 * Registers the sensors that a bridge offers and that are not registered yet. One of a kind that the
 * X-ray room already has stays switched off until a user decides.
 */
export async function insertOfferedSensors(
  change: ChangeContext,
  bridge: BridgeRow,
  offered: readonly Offered[],
): Promise<void> {
  const { db } = change
  const { id: bridgeId, clinicId } = bridge
  const known = new Set((await listOwn(db, bridge)).map(({ modality }) => modality))
  const present = await listModalitiesInUse(db, clinicId, bridge.xRayRoom)
  for (const { modality, brand, model } of offered) {
    if (known.has(modality)) continue
    const isEnabled = !present.includes(modality)
    const row = { clinicId, bridgeId, modality, brand, model, name: '', isEnabled }
    const { id } = await devices.insertSensor(db, row)
    await recordAuditEvent(change, {
      action: 'sensor.create',
      entityId: id,
      subject: formatMake(row) || folderBrand,
      clinicId,
      after: row,
    })
  }
}

/**
 * Adapts the registered sensors to new drivers: a sensor without a driver is removed, and one with
 * another driver is another device.
 */
export async function replaceSensors(
  change: ChangeContext,
  bridge: BridgeRow,
  offered: readonly Offered[],
  isChanged: (modality: Offered['modality']) => boolean,
): Promise<void> {
  const { db } = change
  const { clinicId } = bridge
  for (const { id, modality, brand, model, name } of await listOwn(db, bridge)) {
    const now = offered.find((one) => one.modality === modality)
    if (now && !isChanged(modality)) continue
    await devices.removeSensor(db, id)
    await recordAuditEvent(change, {
      action: 'sensor.delete',
      entityId: id,
      subject: name || formatMake({ brand, model }) || folderBrand,
      clinicId,
      before: { modality, brand, model, name },
    })
  }
  await insertOfferedSensors(change, bridge, offered)
}
