import { refuse } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { lockClinic } from '../../db/listing/index.ts'
import { find as findClinic } from '../clinics/index.ts'

/** The clinic that something is registered in, for this transaction alone. */
export async function enter(db: ClinicDb, clinicId: ClinicId) {
  await lockClinic(db.unscopedDb, clinicId)
  const clinic = await findClinic(db, clinicId)
  if (!clinic || clinic.isDeleted) refuse('record/not-found')
  return clinic
}
