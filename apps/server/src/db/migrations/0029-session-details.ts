import { flag, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Names the device of a session for its user, and limits a session until the second factor is set. */
export async function sessionDetails({ db }: SchemaBuilder) {
  await db.schema.alterTable('session').addColumn('device', 'text', withDefault('')).execute()
  await db.schema.alterTable('session').addColumn('mustSetUp', 'boolean', flag(false)).execute()
}
