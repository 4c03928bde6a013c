import type { ClinicId, ReportTemplateId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ReportTemplateTable } from '../../../db/report-tables.ts'

export const list = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('reportTemplate')
    .selectAll()
    .where('reportTemplate.clinicId', '=', clinicId)
    .orderBy('reportTemplate.name')
    .orderBy('reportTemplate.id')
    .execute()

export const find = (db: ClinicDb, id: ReportTemplateId) =>
  db.selectFrom('reportTemplate').selectAll().where('reportTemplate.id', '=', id).executeTakeFirst()

export async function count(db: ClinicDb, clinicId: ClinicId): Promise<number> {
  const { total } = await db
    .selectFrom('reportTemplate')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('reportTemplate.clinicId', '=', clinicId)
    .executeTakeFirstOrThrow()
  return total
}

export const insert = (db: ClinicDb, template: Insertable<ReportTemplateTable>) =>
  db.insertInto('reportTemplate', template).returningAll().executeTakeFirstOrThrow()

/** Undefined if another user has changed or removed it since. */
export const update = (
  db: ClinicDb,
  { id, version }: { readonly id: ReportTemplateId; readonly version: number },
  change: Updateable<ReportTemplateTable>,
) =>
  db
    .updateTable('reportTemplate')
    .set({ ...change, version: version + 1 })
    .where('reportTemplate.id', '=', id)
    .where('reportTemplate.version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const remove = (db: ClinicDb, id: ReportTemplateId) =>
  db.deleteFrom('reportTemplate').where('reportTemplate.id', '=', id).execute()
