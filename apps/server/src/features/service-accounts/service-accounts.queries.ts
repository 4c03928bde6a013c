import type { ClinicId, ServiceAccountId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ServiceAccountTable } from '../../db/exchange-tables.ts'
import type { UnscopedDb } from '../../db/open.ts'

export const list = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('serviceAccount')
    .selectAll()
    .where('serviceAccount.clinicId', '=', clinicId)
    .orderBy('serviceAccount.id')
    .execute()

export const find = (db: ClinicDb, id: ServiceAccountId) =>
  db.selectFrom('serviceAccount').selectAll().where('serviceAccount.id', '=', id).executeTakeFirst()

export const insert = (db: ClinicDb, account: Insertable<ServiceAccountTable>) =>
  db.insertInto('serviceAccount', account).returningAll().executeTakeFirstOrThrow()

export const update = (
  db: ClinicDb,
  id: ServiceAccountId,
  change: Updateable<ServiceAccountTable>,
) => db.updateTable('serviceAccount').set(change).where('serviceAccount.id', '=', id).execute()

/** A key is looked up before any clinic is known, so this query is unscoped. */
export const findByKey = (unscopedDb: UnscopedDb, keyHash: string) =>
  unscopedDb
    .selectFrom('serviceAccount')
    .innerJoin('clinic', 'clinic.id', 'serviceAccount.clinicId')
    .selectAll('serviceAccount')
    .select([
      'clinic.timeZone',
      'clinic.status as clinicStatus',
      'clinic.isDeleted as clinicIsDeleted',
    ])
    .where('serviceAccount.keyHash', '=', keyHash)
    .executeTakeFirst()

export const markUsed = (
  unscopedDb: UnscopedDb,
  id: ServiceAccountId,
  use: { readonly lastUsedOn: string; readonly lastAddress: string },
) => unscopedDb.updateTable('serviceAccount').set(use).where('id', '=', id).execute()
