import { references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function sessionsAndJobs({ table, tableWithId, unique, index }: SchemaBuilder) {
  await table('session', (session) =>
    session
      .addColumn('tokenHash', 'text', (hash) => hash.primaryKey())
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('createdOn', 'text', required)
      .addColumn('lastUsedOn', 'text', required)
      .addColumn('expiresOn', 'text', required)
      .addColumn('address', 'text', required),
  )
  await index('session', 'userId')
  await index('session', 'expiresOn')

  await table('passwordReset', (reset) =>
    reset
      .addColumn('tokenHash', 'text', (hash) => hash.primaryKey())
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('createdOn', 'text', required)
      .addColumn('expiresOn', 'text', required)
      .addColumn('usedOn', 'text'),
  )
  await index('passwordReset', 'userId')

  await tableWithId('signInFailure', (failure) =>
    failure
      .addColumn('usernameKey', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('failedOn', 'text', required),
  )
  await index('signInFailure', 'usernameKey', 'failedOn')
  await index('signInFailure', 'address', 'failedOn')
  await index('signInFailure', 'failedOn')

  await tableWithId('job', (job) =>
    job
      .addColumn('kind', 'text', required)
      .addColumn('payload', 'json', required)
      .addColumn('state', 'text', required)
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('runAfter', 'text', required)
      .addColumn('claimedUntil', 'text')
      .addColumn('lastError', 'text')
      .addColumn('createdOn', 'text', required)
      .addColumn('finishedOn', 'text')
      .addColumn('uniqueKey', 'text'),
  )
  await index('job', 'state', 'runAfter')
  await unique('job', 'uniqueKey')
}
