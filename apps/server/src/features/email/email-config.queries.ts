import type { ClinicId, EmailConfigId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { EmailConfigTable } from '../../db/tables.ts'

export const list = (db: ClinicDb) =>
  db.selectFrom('emailConfig').selectAll().orderBy('emailConfig.id').execute()

export const find = (db: ClinicDb, id: EmailConfigId) =>
  db.selectFrom('emailConfig').selectAll().where('emailConfig.id', '=', id).executeTakeFirst()

export const insert = (db: ClinicDb, config: Insertable<EmailConfigTable>) =>
  db.insertInto('emailConfig', config).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: EmailConfigId, change: Updateable<EmailConfigTable>) =>
  db.updateTable('emailConfig').set(change).where('emailConfig.id', '=', id).execute()

export async function findClinicName(db: ClinicDb, clinicId: ClinicId): Promise<string> {
  const clinic = await db
    .selectFrom('clinic')
    .select('clinic.name')
    .where('clinic.id', '=', clinicId)
    .executeTakeFirstOrThrow()
  return clinic.name
}
