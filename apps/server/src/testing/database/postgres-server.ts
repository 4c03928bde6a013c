import pg from 'pg'

/**
 * The URL of the PostgreSQL server that tests create databases on, or of one of these databases.
 */
export function getPostgresUrl(database?: string): string {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  if (database === undefined) return server
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function runStatement(url: string, statement: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
