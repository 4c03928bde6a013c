import type { ClinicId, ReportMacroId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ReportMacroTable } from '../../../db/report-tables.ts'

/** The value of `holder` of a macro of the clinic. */
export const clinicHolder = 0

/** The macros of the clinic and those of a user, by shortcut; the own one comes first. */
export const list = (db: ClinicDb, clinicId: ClinicId, userId: UserId) =>
  db
    .selectFrom('reportMacro')
    .selectAll()
    .where('reportMacro.clinicId', '=', clinicId)
    .where('reportMacro.holder', 'in', [clinicHolder, userId])
    .orderBy('reportMacro.shortcut')
    .orderBy('reportMacro.holder', 'desc')
    .execute()
export type MacroRow = Awaited<ReturnType<typeof list>>[number]

/** A macro of this holder; those of other users are not found. */
export const find = (db: ClinicDb, id: ReportMacroId, holder: number) =>
  db
    .selectFrom('reportMacro')
    .selectAll()
    .where('reportMacro.id', '=', id)
    .where('reportMacro.holder', '=', holder)
    .executeTakeFirst()

export async function count(db: ClinicDb, clinicId: ClinicId, holder: number): Promise<number> {
  const { total } = await db
    .selectFrom('reportMacro')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('reportMacro.clinicId', '=', clinicId)
    .where('reportMacro.holder', '=', holder)
    .executeTakeFirstOrThrow()
  return total
}

export const insert = (db: ClinicDb, macro: Insertable<ReportMacroTable>) =>
  db.insertInto('reportMacro', macro).returningAll().executeTakeFirstOrThrow()

/** Undefined if it was changed or removed since. */
export const update = (
  db: ClinicDb,
  { id, version }: { readonly id: ReportMacroId; readonly version: number },
  change: Pick<MacroRow, 'shortcut' | 'text' | 'changedOn'>,
) =>
  db
    .updateTable('reportMacro')
    .set({ ...change, version: version + 1 })
    .where('reportMacro.id', '=', id)
    .where('reportMacro.version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const remove = (db: ClinicDb, id: ReportMacroId) =>
  db.deleteFrom('reportMacro').where('reportMacro.id', '=', id).execute()
