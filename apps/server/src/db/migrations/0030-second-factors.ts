import { references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Authenticators of users, their recovery codes, and sign-ins that wait for a code. */
export async function secondFactors({ table, tableWithId, index }: SchemaBuilder) {
  await table('secondFactor', (factor) =>
    factor
      .addColumn('userId', 'bigint', (column) => references('user', 'cascade')(column).primaryKey())
      .addColumn('secret', 'text', required)
      .addColumn('enabledOn', 'text')
      .addColumn('lastStep', 'bigint', withDefault(0)),
  )
  await tableWithId('recoveryCode', (code) =>
    code
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('codeHash', 'text', required),
  )
  await index('recoveryCode', 'userId')
  await table('signInChallenge', (challenge) =>
    challenge
      .addColumn('tokenHash', 'text', (hash) => hash.primaryKey())
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('expiresOn', 'text', required),
  )
  await index('signInChallenge', 'userId')
  await index('signInChallenge', 'expiresOn')
}
