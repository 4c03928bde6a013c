import { flag, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Target, schedule and runs of the backups, the warnings about them, and the use of the disks. */
export async function backups({ table, tableWithId, index }: SchemaBuilder) {
  await tableWithId('backupPlan', (plan) =>
    plan
      .addColumn('target', 'text', required)
      .addColumn('folder', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('region', 'text', required)
      .addColumn('bucket', 'text', required)
      .addColumn('prefix', 'text', required)
      .addColumn('accessKeyId', 'text', required)
      .addColumn('secretAccessKey', 'text')
      .addColumn('isEncrypted', 'boolean', flag(false))
      .addColumn('passphrase', 'text')
      .addColumn('schedule', 'text', required)
      .addColumn('time', 'text', required)
      .addColumn('everyHours', 'integer', required)
      .addColumn('weekday', 'integer', required)
      .addColumn('timeZone', 'text', required)
      .addColumn('keepDays', 'integer', required)
      .addColumn('keepWeeks', 'integer', required)
      .addColumn('keepMonths', 'integer', required)
      .addColumn('scheduledSince', 'text', required)
      .addColumn('isPaused', 'boolean', flag(false)),
  )
  await tableWithId('backupRun', (run) =>
    run
      .addColumn('work', 'text', required)
      .addColumn('state', 'text', required)
      .addColumn('isScheduled', 'boolean', flag(false))
      .addColumn('userId', 'bigint')
      .addColumn('username', 'text', required)
      .addColumn('startedOn', 'text', required)
      .addColumn('endedOn', 'text')
      .addColumn('name', 'text')
      .addColumn('fileCount', 'bigint', withDefault(0))
      .addColumn('byteCount', 'bigint', withDefault(0))
      .addColumn('newFiles', 'bigint', withDefault(0))
      .addColumn('newBytes', 'bigint', withDefault(0))
      .addColumn('missing', 'bigint', withDefault(0))
      .addColumn('damaged', 'bigint', withDefault(0))
      .addColumn('fault', 'text'),
  )
  await index('backupRun', 'startedOn')
  await table('backupWarning', (warning) =>
    warning
      .addColumn('warning', 'text', (column) => column.primaryKey())
      .addColumn('since', 'text', required)
      .addColumn('endedOn', 'text')
      .addColumn('mailedOn', 'text'),
  )
  await table('diskUse', (use) =>
    use
      .addColumn('volume', 'text', required)
      .addColumn('day', 'text', required)
      .addColumn('freeBytes', 'bigint', required)
      .addColumn('totalBytes', 'bigint', required)
      .addPrimaryKeyConstraint('pk:diskUse', ['volume', 'day']),
  )
}
