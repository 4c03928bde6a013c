import { references, required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function connectionTests({ table, index }: SchemaBuilder) {
  await table('connectionTest', (test) =>
    test
      .addColumn('userId', 'bigint', (user) => references('user', 'cascade')(user).primaryKey())
      .addColumn('beganOn', 'text', required)
      .addColumn('count', 'integer', required),
  )
  await index('connectionTest', 'beganOn')
}
