import type { SchemaBuilder } from '../schema-builder.ts'

type FormerPlan = Readonly<Record<'target' | 'folder' | 'endpoint' | 'bucket' | 'prefix', string>>

/** The target of each backup run, so that the runs of a former target are not taken for its own. */
export async function backupTargets({ db }: SchemaBuilder) {
  await db.schema.alterTable('backupRun').addColumn('target', 'text').execute()
  await db.schema.alterTable('backupPlan').addColumn('emptySince', 'text').execute()
  const plan: FormerPlan | undefined = await db
    .selectFrom('backupPlan')
    .select(['target', 'folder', 'endpoint', 'bucket', 'prefix'])
    .orderBy('id')
    .executeTakeFirst()
  if (!plan) return
  const place = plan.prefix === '' ? plan.bucket : `${plan.bucket}/${plan.prefix}`
  const bucket = `${plan.endpoint} s3://${place}`.trim()
  const target = plan.target === 'folder' ? plan.folder : bucket
  await db.updateTable('backupRun').set({ target }).execute()
}
