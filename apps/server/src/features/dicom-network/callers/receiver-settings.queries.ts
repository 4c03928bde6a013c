import type { ClinicId, UnlistedRule } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

const selectActive = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('clinic')
    .select(['clinic.id', 'clinic.timeZone'])
    .where('clinic.isDeleted', '=', false)
    .where('clinic.status', '=', 'Active')

/**
 * Finds the clinic whose data the caller may reach: the only query before a clinic scope exists.
 */
export const findClinicByTitle = (unscopedDb: UnscopedDb, aeTitle: string) =>
  selectActive(unscopedDb).where('clinic.aeTitle', '=', aeTitle).executeTakeFirst()

export const findFirstClinic = (unscopedDb: UnscopedDb) =>
  selectActive(unscopedDb).orderBy('clinic.id').executeTakeFirst()

export const findClinic = (db: ClinicDb, id: ClinicId) =>
  db
    .selectFrom('clinic')
    .select(['clinic.id', 'clinic.name', 'clinic.aeTitle'])
    .where('clinic.id', '=', id)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()

export async function findUnlistedRule(db: ClinicDb, id: ClinicId): Promise<UnlistedRule> {
  const row = await db
    .selectFrom('dicomReceiver')
    .select('dicomReceiver.unlisted')
    .where('dicomReceiver.clinicId', '=', id)
    .executeTakeFirst()
  return row?.unlisted ?? 'while-empty'
}

export const setUnlistedRule = (db: ClinicDb, id: ClinicId, unlisted: UnlistedRule) =>
  db
    .insertInto('dicomReceiver', { clinicId: id, unlisted })
    .onConflict((conflict) => conflict.column('clinicId').doUpdateSet({ unlisted }))
    .execute()
