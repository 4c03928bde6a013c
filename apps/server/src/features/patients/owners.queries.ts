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

/** The active owners, besides the one himself, who have this number or this address. */
export const withKeys = (
  db: ClinicDb,
  { phoneKey, emailKey }: { readonly phoneKey: string | null; readonly emailKey: string | null },
  besides: OwnerId | undefined,
) =>
  db
    .selectFrom('owner')
    .select(['owner.phoneKey', 'owner.emailKey'])
    .where('owner.status', '=', 'Active')
    .where((owner) =>
      owner.or([owner('owner.phoneKey', '=', phoneKey), owner('owner.emailKey', '=', emailKey)]),
    )
    .$if(besides !== undefined, (query) => query.where('owner.id', '<>', besides ?? null))
    .execute()

/** Also those who are no longer active: their studies are listed. */
export const patientsOf = (db: ClinicDb, id: OwnerId) =>
  db.selectFrom('patient').select('patient.id').where('patient.ownerId', '=', id).execute()
