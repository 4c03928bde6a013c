import { mayReference, required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function audit({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('auditEvent', (event) =>
    event
      .addColumn('at', 'text', required)
      .addColumn('userId', 'bigint', mayReference('user'))
      .addColumn('username', 'text', required)
      .addColumn('clinicId', 'bigint', mayReference('clinic'))
      .addColumn('action', 'text', required)
      .addColumn('entityId', 'bigint')
      .addColumn('before', 'json')
      .addColumn('after', 'json')
      .addColumn('address', 'text', required),
  )
  await index('auditEvent', 'clinicId', 'id')
  await index('auditEvent', 'userId', 'id')
  await index('auditEvent', 'at')
}
