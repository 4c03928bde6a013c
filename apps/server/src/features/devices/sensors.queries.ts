import type { UnscopedDb } from '../../db/open.ts'

/** Sensors belong to machines, not to clinics. */
export const listSensors = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('sensor').selectAll().orderBy('id').execute()
