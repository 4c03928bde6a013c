import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { insertColumns } from './records.ts'
import type { FilledTable, Row } from './records.ts'

/** A database that the benchmark fills and queries directly, without the server. */
export interface BenchDatabase {
  readonly query: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>
  /** Drops the indexes, fills, and creates them again, which is ten times as fast. */
  readonly withoutIndexes: (fill: () => Promise<void>) => Promise<void>
  readonly insert: (table: FilledTable, rows: readonly Row[]) => Promise<void>
  readonly close: () => Promise<void>
}

const quote = (name: string) => `"${name}"`
const indexedTables = ['study', 'patientWord', 'image'] as const

export function openSqlite(folder: string): BenchDatabase {
  const db = new DatabaseSync(join(folder, 'talus.sqlite'))
  db.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -200000')
  const prepareInsert = (table: FilledTable) => {
    const names = insertColumns[table].split(' ')
    return db.prepare(
      `insert into ${quote(table)} (${names.map(quote).join()}) values (${names.map(() => '?').join()})`,
    )
  }
  const prepared = new Map<FilledTable, ReturnType<typeof prepareInsert>>()
  return {
    query: async (text, values = []) =>
      db.prepare(text.replaceAll(/\$\d+/gu, '?')).all(...(values as (string | number)[])),
    insert: async (table, rows) => {
      const statement = prepared.get(table) ?? prepareInsert(table)
      prepared.set(table, statement)
      db.exec('begin')
      for (const row of rows) statement.run(...row)
      db.exec('commit')
    },
    withoutIndexes: async (fill) => {
      const indexes = db
        .prepare(
          `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${indexedTables.map((name) => `'${name}'`).join()})`,
        )
        .all()
      for (const { name } of indexes) db.exec(`drop index ${quote(String(name))}`)
      await fill()
      for (const { sql } of indexes) db.exec(String(sql))
    },
    close: async () => db.close(),
  }
}

export async function openPostgres(url: string): Promise<BenchDatabase> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const readTypes = async (table: string) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0`,
      [quote(table)],
    )
    return new Map(rows.map(({ name, type }) => [name, type]))
  }
  const known = new Map<FilledTable, ReadonlyMap<string, string>>()
  return {
    query: async (text, values = []) =>
      (await client.query<Record<string, unknown>>(text, [...values])).rows,
    insert: async (table, rows) => {
      const types = known.get(table) ?? (await readTypes(table))
      known.set(table, types)
      const names = insertColumns[table].split(' ')
      const arrays = names.map((_name, index) => rows.map((row) => row[index]))
      const unnested = names.map((name, index) => `$${index + 1}::${types.get(name)}[]`)
      await client.query(
        `insert into ${quote(table)} (${names.map(quote).join()}) select * from unnest(${unnested.join()})`,
        arrays,
      )
    },
    withoutIndexes: async (fill) => {
      await client.query('set session_replication_role = replica')
      await client.query("set maintenance_work_mem = '512MB'")
      const { rows } = await client.query<{ name: string; definition: string }>(
        `select indexname as name, indexdef as definition from pg_indexes
         where tablename = any($1) and indexname like 'ix:%'`,
        [[...indexedTables]],
      )
      for (const { name } of rows) await client.query(`drop index ${quote(name)}`)
      await fill()
      for (const { definition } of rows) await client.query(definition)
      await client.query('vacuum analyze')
    },
    close: async () => client.end(),
  }
}
