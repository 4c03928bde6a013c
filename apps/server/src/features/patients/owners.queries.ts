import type { OwnerId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { OwnerTable } from '../../db/tables.ts'

export const list = (db: ClinicDb) =>
  db
    .selectFrom('owner')
    .selectAll()
    .where('owner.status', '=', 'Active')
    .orderBy('owner.search')
    .orderBy('owner.id')
    .execute()

export const find = (db: ClinicDb, id: OwnerId) =>
  db.selectFrom('owner').selectAll().where('owner.id', '=', id).executeTakeFirst()

export const insert = (db: ClinicDb, owner: Insertable<OwnerTable>) =>
  db.insertInto('owner', owner).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: OwnerId, change: Updateable<OwnerTable>) =>
  db.updateTable('owner').set(change).where('owner.id', '=', id).execute()

/** Whether another active owner has this phone number or e-mail address. */
export async function isTaken(
  db: ClinicDb,
  column: 'phoneKey' | 'emailKey',
  key: string | null,
  exceptId: OwnerId | undefined,
): Promise<boolean> {
  if (key === null) return false
  const others = await db
    .selectFrom('owner')
    .select('owner.id')
    .where('owner.status', '=', 'Active')
    .where(`owner.${column}`, '=', key)
    .execute()
  return others.some(({ id }) => id !== exceptId)
}

/** Inactive patients are included, because their studies are listed. */
export const listPatients = (db: ClinicDb, id: OwnerId) =>
  db.selectFrom('patient').select('patient.id').where('patient.ownerId', '=', id).execute()
