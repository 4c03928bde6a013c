import type { SensorId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** Sensors belong to computers, not to clinics. */
export const listSensors = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('sensor').selectAll().orderBy('id').execute()

export const findSensor = (unscopedDb: UnscopedDb, id: SensorId) =>
  unscopedDb.selectFrom('sensor').selectAll().where('id', '=', id).executeTakeFirst()
