import { sql } from 'kysely'
import { flag } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Adds the faults of an image: incomplete, and the saturated share of its anatomy. */
export async function imageFaults({ db }: SchemaBuilder) {
  await db.schema.alterTable('image').addColumn('isIncomplete', 'boolean', flag(false)).execute()
  await db.schema
    .alterTable('imageExposure')
    .addColumn('saturatedShare', 'double precision')
    .execute()
  // The raw data of earlier images tell whether they are incomplete.
  await sql`update ${sql.table('image')} set ${sql.ref('isIncomplete')} = true
    where ${sql.ref('id')} in (
      select ${sql.ref('imageId')} from ${sql.table('rawFrame')}
      where replace(cast(${sql.ref('info')} as text), ' ', '') like '%"isIncomplete":true%'
    )`.execute(db)
}
