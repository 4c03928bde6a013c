import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Counts connection attempts per certificate too: devices with one title and address, and other
 * certificates, were one row that showed the last of them.
 */
export async function attemptsByCertificate({ db, unique }: SchemaBuilder) {
  await db.schema.dropIndex('uq:dicomAttempt:clinicId,callingTitle,address').execute()
  await unique('dicomAttempt', 'clinicId', 'callingTitle', 'address', 'certificate')
}
