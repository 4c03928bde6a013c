import { refuse } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { lockClinic } from '../../db/listing/index.ts'
import { find as findClinic } from '../clinics/index.ts'

/** Locks the clinic for this transaction and returns it; a deleted clinic is refused. */
export async function lockClinicForRegistration(db: ClinicDb, clinicId: ClinicId) {
  await lockClinic(db.unscopedDb, clinicId)
  const clinic = await findClinic(db, clinicId)
  if (!clinic || clinic.isDeleted) refuse('record/not-found')
  return clinic
}
