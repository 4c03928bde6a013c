import { required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The request of a job, and what several servers have in common: counted calls, secrets. */
export async function sharedByServers({ db, table, index }: SchemaBuilder) {
  await db.schema.alterTable('job').addColumn('requestId', 'text').execute()
  await table('callCount', (counted) =>
    counted
      .addColumn('key', 'text', (key) => key.primaryKey())
      .addColumn('beganOn', 'text', required)
      .addColumn('count', 'integer', withDefault(1)),
  )
  await index('callCount', 'beganOn')
  await table('sharedSecret', (secret) =>
    secret
      .addColumn('name', 'text', (name) => name.primaryKey())
      .addColumn('sealed', 'text', required)
      .addColumn('createdOn', 'text', required),
  )
}
