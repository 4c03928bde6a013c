import { refuse } from '@talus/contract'
import type { BridgeId, ClinicId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { listBridges, listSensors } from '../connection/sensors.queries.ts'

/** Two spellings of a name are one X-ray room: the name takes the spelling that the clinic uses. */
export async function adoptSpelling(
  db: ClinicDb,
  clinicId: ClinicId,
  xRayRoom: string,
  exceptId?: BridgeId,
): Promise<string> {
  const others = (await listBridges(db)).filter(
    (bridge) => bridge.clinicId === clinicId && bridge.id !== exceptId,
  )
  const same = others.find((bridge) => bridge.xRayRoom.toLowerCase() === xRayRoom.toLowerCase())
  return same?.xRayRoom ?? xRayRoom
}

/** The modalities of the enabled sensors in an X-ray room, one for each sensor. */
export async function listModalitiesInUse(db: ClinicDb, clinicId: ClinicId, xRayRoom: string) {
  return (await listSensors(db))
    .filter((one) => one.clinicId === clinicId && one.xRayRoom === xRayRoom && one.isEnabled)
    .map(({ modality }) => modality)
}

/**
 * A capture uses the sensor of its X-ray room, with the generator of the same bridge. With two sensors
 * of a kind in one X-ray room, nobody could tell which one is armed.
 */
export async function requireOneOfEachModality(db: ClinicDb, clinicId: ClinicId, xRayRoom: string) {
  const modalities = await listModalitiesInUse(db, clinicId, xRayRoom)
  if (new Set(modalities).size < modalities.length)
    refuse('device/room-has-sensor', { values: { xRayRoom } })
}
