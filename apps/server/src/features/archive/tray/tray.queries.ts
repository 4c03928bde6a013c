import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { TrayEntryTable } from '../../../db/tray-tables.ts'

export const insert = (db: ClinicDb, entry: Insertable<TrayEntryTable>) =>
  db.insertInto('trayEntry', entry).returning('id').executeTakeFirstOrThrow()

export async function countWaiting(db: ClinicDb): Promise<number> {
  const { files } = await db
    .selectFrom('trayEntry')
    .select(({ fn }) => fn.countAll().as('files'))
    .where('trayEntry.decision', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(files)
}

export async function countWaitingOf(db: ClinicDb, senderKey: string) {
  const { files, bytes } = await db
    .selectFrom('trayEntry')
    .select(({ fn }) => [
      fn.countAll().as('files'),
      fn.coalesce(fn.sum('trayEntry.byteLength'), fn.countAll()).as('bytes'),
    ])
    .where('trayEntry.senderKey', '=', senderKey)
    .where('trayEntry.decision', 'is', null)
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}
