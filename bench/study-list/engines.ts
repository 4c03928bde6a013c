import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { columns } from './records.ts'
import type { FilledTable, Row } from './records.ts'

/** A database that the bench fills and asks directly, beside the server. */
export interface Bench {
  readonly rows: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>
  /** Indexes are made after the rows: ten times as fast. */
  readonly withoutIndexes: (fill: () => Promise<void>) => Promise<void>
  readonly insert: (table: FilledTable, rows: readonly Row[]) => Promise<void>
  readonly close: () => Promise<void>
}

const quoted = (name: string) => `"${name}"`
const filled = ['study', 'patientWord', 'image'] as const

export function sqliteBench(folder: string): Bench {
  const db = new DatabaseSync(join(folder, 'talus.sqlite'))
  db.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -200000')
  const insertion = (table: FilledTable) => {
    const names = columns[table].split(' ')
    return db.prepare(
      `insert into ${quoted(table)} (${names.map(quoted).join()}) values (${names.map(() => '?').join()})`,
    )
  }
  const prepared = new Map<FilledTable, ReturnType<typeof insertion>>()
  return {
    rows: async (text, values = []) =>
      db.prepare(text.replaceAll(/\$\d+/gu, '?')).all(...(values as (string | number)[])),
    insert: async (table, rows) => {
      const statement = prepared.get(table) ?? insertion(table)
      prepared.set(table, statement)
      db.exec('begin')
      for (const row of rows) statement.run(...row)
      db.exec('commit')
    },
    withoutIndexes: async (fill) => {
      const indexes = db
        .prepare(
          `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${filled.map((name) => `'${name}'`).join()})`,
        )
        .all()
      for (const { name } of indexes) db.exec(`drop index ${quoted(String(name))}`)
      await fill()
      for (const { sql } of indexes) db.exec(String(sql))
    },
    close: async () => db.close(),
  }
}

export async function postgresBench(url: string): Promise<Bench> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const typesOf = async (table: string) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0`,
      [quoted(table)],
    )
    return new Map(rows.map(({ name, type }) => [name, type]))
  }
  const known = new Map<FilledTable, ReadonlyMap<string, string>>()
  return {
    rows: async (text, values = []) =>
      (await client.query<Record<string, unknown>>(text, [...values])).rows,
    insert: async (table, rows) => {
      const types = known.get(table) ?? (await typesOf(table))
      known.set(table, types)
      const names = columns[table].split(' ')
      const arrays = names.map((_name, index) => rows.map((row) => row[index]))
      const unnested = names.map((name, index) => `$${index + 1}::${types.get(name)}[]`)
      await client.query(
        `insert into ${quoted(table)} (${names.map(quoted).join()}) select * from unnest(${unnested.join()})`,
        arrays,
      )
    },
    withoutIndexes: async (fill) => {
      await client.query('set session_replication_role = replica')
      await client.query("set maintenance_work_mem = '512MB'")
      const { rows } = await client.query<{ name: string; made: string }>(
        `select indexname as name, indexdef as made from pg_indexes
         where tablename = any($1) and indexname like 'ix:%'`,
        [[...filled]],
      )
      for (const { name } of rows) await client.query(`drop index ${quoted(name)}`)
      await fill()
      for (const { made } of rows) await client.query(made)
      await client.query('vacuum analyze')
    },
    close: async () => client.end(),
  }
}
