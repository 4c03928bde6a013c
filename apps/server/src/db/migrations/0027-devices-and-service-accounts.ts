import { flag, references, required, withDefault } from '../schema-builder.ts'
import type { MigrationDb, SchemaBuilder } from '../schema-builder.ts'

/**
 * Replaces the list of calling AE titles by devices with an address or a certificate and their
 * rights, and adds the connection attempts of other callers and the service accounts of DICOMweb.
 */
export async function devicesAndServiceAccounts(schema: SchemaBuilder) {
  await devices(schema)
  await attempts(schema)
  await accounts(schema)
  await keepListedTitles(schema.db)
  await schema.db.schema
    .alterTable('dicomReceiver')
    .addColumn('unlisted', 'text', withDefault('while-empty'))
    .execute()
  await schema.db.schema.alterTable('dicomReceiver').dropColumn('callingTitles').execute()
}

async function devices({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('dicomDevice', (device) =>
    device
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('name', 'text', withDefault(''))
      .addColumn('aeTitle', 'text', required)
      .addColumn('network', 'text', withDefault(''))
      .addColumn('certificate', 'text', withDefault(''))
      .addColumn('mayStore', 'boolean', flag(false))
      .addColumn('mayQuery', 'boolean', flag(false))
      .addColumn('mayRetrieve', 'boolean', flag(false))
      .addColumn('createdOn', 'text', required)
      .addColumn('lastSeenOn', 'text')
      .addColumn('lastAddress', 'text', withDefault('')),
  )
  await index('dicomDevice', 'clinicId', 'aeTitle')
}

async function attempts({ tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('dicomAttempt', (attempt) =>
    attempt
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('callingTitle', 'text', required)
      .addColumn('calledTitle', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('certificate', 'text', withDefault(''))
      .addColumn('isTls', 'boolean', flag(false))
      .addColumn('reason', 'text', required)
      .addColumn('wanted', 'json', required)
      .addColumn('count', 'integer', required)
      .addColumn('firstOn', 'text', required)
      .addColumn('lastOn', 'text', required),
  )
  await unique('dicomAttempt', 'clinicId', 'callingTitle', 'address')
  await index('dicomAttempt', 'clinicId', 'lastOn')
}

async function accounts({ tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('serviceAccount', (account) =>
    account
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('name', 'text', required)
      .addColumn('keyHash', 'text', required)
      .addColumn('keyHint', 'text', required)
      .addColumn('mayStore', 'boolean', flag(false))
      .addColumn('mayQuery', 'boolean', flag(false))
      .addColumn('mayRetrieve', 'boolean', flag(false))
      .addColumn('validUntil', 'text')
      .addColumn('createdOn', 'text', required)
      .addColumn('createdBy', 'text', required)
      .addColumn('revokedOn', 'text')
      .addColumn('lastUsedOn', 'text')
      .addColumn('lastAddress', 'text', withDefault('')),
  )
  await unique('serviceAccount', 'keyHash')
  await index('serviceAccount', 'clinicId')
}

/** A listed title keeps its rights from any address; the screen asks for the address. */
async function keepListedTitles(db: MigrationDb) {
  const createdOn = new Date().toISOString()
  for (const { clinicId, callingTitles } of await db
    .selectFrom('dicomReceiver')
    .selectAll()
    .execute()) {
    const titles: unknown =
      typeof callingTitles === 'string' ? JSON.parse(callingTitles) : callingTitles
    for (const aeTitle of Array.isArray(titles) ? titles : [])
      await db
        .insertInto('dicomDevice')
        .values({
          clinicId,
          aeTitle: String(aeTitle),
          mayStore: true,
          mayQuery: true,
          mayRetrieve: true,
          createdOn,
        })
        .execute()
  }
}
