import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { onServer, postgresUrl } from './postgres-server.ts'

const prefix = `talus_template_${randomBytes(6).toString('hex')}`

export function setup(project: TestProject) {
  project.provide('databaseTemplates', prefix)
}

/** The workers of a run end without notice: what they have made on a server of PostgreSQL is removed here. */
export async function teardown() {
  const found = await onServer(
    postgresUrl(),
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of found) await onServer(postgresUrl(), `drop database ${String(datname)}`)
}
