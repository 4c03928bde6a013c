import { sql } from 'kysely'
import { flag, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Adds the keys by which records are searched, sorted and compared; db/listing fills them. */
export async function registrationAndLists(schema: SchemaBuilder) {
  await ownersKeptApart(schema)
  await sortedAlike(schema)
  await words(schema)
  await studySortKeys(schema)
  await exposures(schema)
  await schema.table('clinicRevision', (revision) =>
    revision
      .addColumn('clinicId', 'bigint', (id) =>
        id.primaryKey().references('clinic.id').onDelete('cascade'),
      )
      .addColumn('revision', 'bigint', required),
  )
}

/** Two notations of a phone number are the same number; inactive owners do not count. */
async function ownersKeptApart({ db, keyText }: SchemaBuilder) {
  for (const [column, key] of [
    ['phone', 'phoneKey'],
    ['email', 'emailKey'],
  ] as const) {
    await db.schema.alterTable('owner').addColumn(key, keyText).execute()
    const name = `uq:owner:clinicId,${column}`
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .unique()
      .on('owner')
      .columns(['clinicId', key])
      .where(sql.ref('status'), '=', 'Active')
      .execute()
  }
}

/** Compares by character on PostgreSQL too: its locale may sort "o'" like "o". */
async function sortedAlike({ db, engine, keyText }: SchemaBuilder) {
  if (engine === 'sqlite') return
  for (const table of ['owner', 'patient'])
    await db.schema
      .alterTable(table)
      .alterColumn('search', (column) => column.setDataType(keyText))
      .execute()
}

async function words({ db, table, index, keyText }: SchemaBuilder) {
  // Includes the clinic: SQLite would otherwise use an index on the clinic alone, and read all of
  // it.
  await index('patient', 'clinicId', 'ownerId', 'search')
  for (const name of ['owner', 'patient'] as const) {
    // 0 means not indexed yet; the next start does it.
    await db.schema.alterTable(name).addColumn('indexVersion', 'integer', withDefault(0)).execute()
    await index(name, 'indexVersion')
    await table(`${name}Word`, (word) =>
      word
        .addColumn('clinicId', 'bigint', references('clinic'))
        .addColumn('word', keyText, required)
        .addColumn('field', 'text', required)
        .addColumn(`${name}Id`, 'bigint', references(name, 'cascade'))
        .addPrimaryKeyConstraint(`pk:${name}Word`, ['clinicId', 'word', 'field', `${name}Id`]),
    )
    await index(`${name}Word`, `${name}Id`, 'word', 'field')
  }
}

/**
 * A clinic with a million studies is sorted by an index scan. Ties are newest first in both
 * directions, and no index can be scanned both ways for that: hence two for each column.
 */
async function studySortKeys({ db, keyText }: SchemaBuilder) {
  const keys = ['patientNameKey', 'patientIdKey', 'ownerKey', 'breedKey', 'userKey']
  for (const key of keys)
    await db.schema.alterTable('study').addColumn(key, keyText, withDefault('')).execute()
  await db.schema.alterTable('study').addColumn('speciesId', 'integer', withDefault(0)).execute()
  for (const column of [...keys, 'speciesId', 'modality', 'isDeleted'])
    for (const direction of ['asc', 'desc'] as const)
      await db.schema
        .createIndex(`ix:study:clinicId,${column},${direction}`)
        .on('study')
        .column('clinicId')
        .column(`${column} ${direction}`)
        .column('createdOn desc')
        .column('id desc')
        .execute()
}

/** How an image was exposed, for the X-ray log; filled by capture and by import. */
async function exposures({ table }: SchemaBuilder) {
  await table('imageExposure', (exposure) =>
    exposure
      .addColumn('imageId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('kv', 'double precision')
      .addColumn('ma', 'double precision')
      .addColumn('ms', 'double precision')
      .addColumn('mas', 'double precision')
      .addColumn('focus', 'text', withDefault(''))
      .addColumn('sidMm', 'double precision')
      .addColumn('grid', 'text', withDefault(''))
      .addColumn('exposureIndex', 'double precision')
      .addColumn('deviationIndex', 'double precision')
      .addColumn('weightKg', 'double precision')
      .addColumn('thicknessMm', 'double precision')
      .addColumn('holders', 'text', withDefault(''))
      .addColumn('isSedated', 'boolean', flag(false))
      .addColumn('reason', 'text', withDefault(''))
      .addColumn('generator', 'text', withDefault(''))
      .addColumn('room', 'text', withDefault(''))
      .$call(sameClinic('imageId', 'image')),
  )
}
