import type { ClinicId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { HangingProtocolTable } from '../../db/image-tables.ts'

export const list = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('hangingProtocol')
    .selectAll()
    .where('hangingProtocol.clinicId', '=', clinicId)
    .orderBy('hangingProtocol.id')
    .execute()
export type HangingProtocolRow = Awaited<ReturnType<typeof list>>[number]

export const insert = (db: ClinicDb, row: Insertable<HangingProtocolTable>) =>
  db.insertInto('hangingProtocol', row).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: number, stages: string, changedOn: string) =>
  db
    .updateTable('hangingProtocol')
    .set({ stages, changedOn })
    .where('hangingProtocol.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = (db: ClinicDb, id: number) =>
  db.deleteFrom('hangingProtocol').where('hangingProtocol.id', '=', id).execute()
