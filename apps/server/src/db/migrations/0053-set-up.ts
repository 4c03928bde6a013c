import { references, required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The set-up of an empty system: its only row exists until the first user is created. And the steps
 * of the guided set-up that a clinic has skipped.
 */
export async function setUp({ table }: SchemaBuilder) {
  await table('pendingSetUp', (pending) =>
    pending
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('salt', 'text', required)
      .addColumn('codeHash', 'text', required)
      .addColumn('expiresOn', 'text', required),
  )
  await table('skippedStep', (skipped) =>
    skipped
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('step', 'text', required)
      .addPrimaryKeyConstraint('pk:skippedStep', ['clinicId', 'step']),
  )
}
