import { references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Tickets with which a frame of the page opens the PDF of an object, each once; and the address with
 * which links of a clinic begin.
 */
export async function documentTickets({ db, table, index }: SchemaBuilder) {
  await table('documentTicket', (ticket) =>
    ticket
      .addColumn('tokenHash', 'text', (hash) => hash.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('imageId', 'bigint', required)
      .addColumn('expiresOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('documentTicket', 'expiresOn')
  await db.schema.alterTable('clinic').addColumn('linkAddress', 'text', withDefault('')).execute()
}
