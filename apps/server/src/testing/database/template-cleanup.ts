import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { runStatement, getPostgresUrl } from './postgres-server.ts'

const prefix = `talus_template_${randomBytes(6).toString('hex')}`

export function setup(project: TestProject) {
  project.provide('databaseTemplates', prefix)
}

/**
 * Removes the run's template databases from PostgreSQL: workers end without a chance to clean up.
 */
export async function teardown() {
  const found = await runStatement(
    getPostgresUrl(),
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of found)
    await runStatement(getPostgresUrl(), `drop database ${String(datname)}`)
}
