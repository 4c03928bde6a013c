import type { SchemaBuilder } from '../schema-builder.ts'

/** The target of each backup run, so that the runs of a former target are not taken for its own. */
export async function backupTargets({ db }: SchemaBuilder) {
  await db.schema.alterTable('backupRun').addColumn('target', 'text').execute()
  await db.schema.alterTable('backupPlan').addColumn('emptySince', 'text').execute()
  const plan = await db.selectFrom('backupPlan').selectAll().orderBy('id').executeTakeFirst()
  if (!plan) return
  const { target: kind, folder, endpoint, bucket, prefix } = plan
  const place = prefix === '' ? bucket : `${bucket}/${prefix}`
  const target = kind === 'folder' ? folder : `${endpoint} s3://${place}`.trim()
  await db.updateTable('backupRun').set({ target }).execute()
}
