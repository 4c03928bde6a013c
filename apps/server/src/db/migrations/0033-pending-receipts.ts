import { references, required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Received images whose names are not in the audit trail yet. A row is inserted in the transaction
 * of its image, so that a server that dies loses none.
 */
export async function pendingReceipts({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('pendingReceipt', (receipt) =>
    receipt
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('calling', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('studyId', 'bigint')
      .addColumn('studyInstanceUID', 'text', required)
      .addColumn('sopInstanceUID', 'text', required),
  )
  await index('pendingReceipt', 'clinicId')
}
