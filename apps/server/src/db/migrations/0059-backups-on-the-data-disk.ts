import { flag } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Whether the target of the backups is on the disk of the images, and whether a user accepts it. */
export async function backupsOnTheDataDisk({ db }: SchemaBuilder) {
  for (const column of ['isOnDataDisk', 'acceptsDataDisk'] as const)
    await db.schema.alterTable('backupPlan').addColumn(column, 'boolean', flag(false)).execute()
}
