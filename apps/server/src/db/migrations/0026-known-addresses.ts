import { required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Remembers from where each user has signed in: failures of strangers must not shut them out. */
export async function knownAddresses({ table }: SchemaBuilder) {
  await table('knownAddress', (known) =>
    known
      .addColumn('usernameKey', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('lastUsedOn', 'text', required)
      .addPrimaryKeyConstraint('pk:knownAddress', ['usernameKey', 'address']),
  )
}
