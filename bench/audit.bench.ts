// Measures a page of the audit trail with ten million events, on both databases. EVENTS=100000 makes
// it smaller, ENGINE=sqlite runs only one database.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../tools/testing/postgres.ts'
import { openPostgres, openSqlite } from './study-list/engines.ts'
import type { BenchDatabase } from './study-list/engines.ts'
import { signIn, startServer } from './study-list/server.ts'

const events = Number(process.env.EVENTS ?? 10_000_000)
const batch = Math.min(events, 250_000)
const rounds = 15
const goalMs = 200
/** The events are spread over ten years. */
const years = 10
const start = Date.UTC(2016, 0, 1)
const toInstant = (share: number) =>
  new Date(start + share * years * 365.25 * 86_400_000).toISOString()

/** The columns of event `n`, in the words of each engine. */
const columns = `"at", "userId", username, "clinicId", action, kind, "entityId", subject, search, address`
function selectEvents(engine: 'sqlite' | 'postgres', first: number): string {
  const seconds = Math.floor((years * 365.25 * 86_400) / events)
  const at =
    engine === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%f', ${start / 1000} + n * ${seconds}, 'unixepoch') || 'Z'`
      : `to_char(to_timestamp(${start / 1000} + n * ${seconds}::bigint) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const numbers =
    engine === 'sqlite'
      ? `with recursive numbers (n) as (select ${first} union all select n + 1 from numbers where n < ${first + batch - 1})`
      : `with numbers as (select generate_series(${first}::bigint, ${first + batch - 1}::bigint) as n)`
  const kind = `case when n % 100 < 40 then 'image' when n % 100 < 65 then 'session' when n % 100 < 80 then 'study' when n % 100 < 98 then 'generator' when n % 1000 = 999 then 'clinic' else 'user' end`
  const verb = `case when n % 100 < 40 then 'receive' when n % 100 < 65 then 'sign-in' when n % 100 < 80 then 'create' when n % 100 < 98 then 'set' else 'update' end`
  return `${numbers} select ${at}, 1 + n % 8, 'user' || (n % 200), 1 + n % 3, kind || '.' || verb, kind, n,
    'rex ' || (n % 300000), 'user' || (n % 200) || ' rex patient' || (n % 300000) || ' ' || kind || '.' || verb || ' ' || kind || ' ' || verb || ' 192.168.1.' || (n % 250) ||
    case when n < ${Math.floor(events / 100)} then ' ancient' else '' end, '192.168.1.' || (n % 250)
    from (select n, ${kind} as kind, ${verb} as verb from numbers) as made`
}

/** Filling a table without its indexes, and creating them again, is several times as fast. */
const withoutIndexes = {
  sqlite: async (bench: BenchDatabase, fill: () => Promise<void>) => {
    const dropped = await bench.query(
      `select type, name, sql from sqlite_master where tbl_name = 'auditEvent' and type in ('index', 'trigger') and sql is not null`,
    )
    for (const { type, name } of dropped)
      await bench.query(`drop ${String(type)} "${String(name)}"`)
    await fill()
    for (const { sql, name } of dropped) {
      await bench.query(String(sql))
      // The words of the events as the trigger writes them.
      if (name === 'auditWordInsert') {
        const words = /values \(new\.id, ([^;]+)\);/u.exec(String(sql))?.[1]?.replaceAll('new.', '')
        await bench.query(
          `insert into auditWord (rowid, words) select id, ${words} from auditEvent where id not in (select rowid from auditWord)`,
        )
      }
    }
  },
  postgres: async (bench: BenchDatabase, fill: () => Promise<void>) => {
    const dropped = await bench.query(
      `select indexname as name, indexdef as sql from pg_indexes where tablename = 'auditEvent' and indexname <> 'auditEvent_pkey'`,
    )
    for (const { name } of dropped) await bench.query(`drop index "${String(name)}"`)
    await fill()
    for (const { sql } of dropped) await bench.query(String(sql))
  },
}

const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'newest page': {},
  'page 500': { page: '500' },
  'oldest first': { desc: '0' },
  'kind, common': { action: 'image' },
  'kind, rare': { action: 'clinic' },
  action: { action: 'user.update' },
  'clinic and kind': { ClinicId: '2', action: 'generator' },
  user: { userId: '3' },
  'user and rare kind': { userId: '8', action: 'clinic' },
  'month, 7 years ago': { from: toInstant(0.3), to: toInstant(0.308) },
  'month and kind': { from: toInstant(0.3), to: toInstant(0.308), action: 'session' },
  'word, rare': { search: 'patient123456' },
  'word, 1 in 200': { search: 'user17' },
  'word of every event': { search: 'rex' },
  'one letter': { search: 'u' },
  'word of old events': { search: 'ancient' },
  'word and kind': { search: 'user17', action: 'clinic' },
  'word and month': { search: 'user17', from: toInstant(0.3), to: toInstant(0.308) },
  'two words': { search: 'user17 192.168.1.17' },
  'no match': { search: 'nothing-like-this' },
  'sorted by user': { search: 'patient123456', sort: 'username' },
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0
const formatColumn = (value: number) => value.toFixed(1).padStart(9)

async function measure(base: string) {
  const authorization = await signIn(base)
  console.log(`${''.padEnd(24)}    first       p50   longest ms`)
  let longest = 0
  for (const [name, params] of Object.entries(queries)) {
    const times: number[] = []
    const counts = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      const reply = await fetch(`${base}/audit?${new URLSearchParams(params).toString()}`, {
        headers: { authorization },
      })
      if (!reply.ok) throw new Error(`${name} answered ${reply.status}`)
      const { total } = (await reply.json()) as { total: number }
      counts.add(total)
      times.push(performance.now() - started)
    }
    longest = Math.max(longest, percentile(times, 0.5))
    console.log(
      `${name.padEnd(24)}${formatColumn(times[0] ?? 0)} ${formatColumn(percentile(times, 0.5))} ${formatColumn(Math.max(...times))}  ${[...counts].join(' or ')} found`,
    )
  }
  const [load = 0] = loadavg()
  console.log(`load of the computer: ${load.toFixed(1)} on ${availableParallelism()} processors`)
  console.log(
    `slowest p50 ${longest.toFixed(1)} ms; the goal of ${goalMs} ms is ${longest < goalMs ? 'met' : 'MISSED'}`,
  )
}

async function run(
  engine: 'sqlite' | 'postgres',
  settings: Record<string, string>,
  open: () => Promise<BenchDatabase>,
) {
  const first = await startServer(settings)
  await first.stop()
  const bench = await open()
  const started = performance.now()
  await withoutIndexes[engine](bench, async () => {
    for (let from = 1; from <= events; from += batch)
      await bench.query(`insert into "auditEvent" (${columns}) ${selectEvents(engine, from)}`)
  })
  if (engine === 'postgres') await bench.query('vacuum analyze "auditEvent"')
  await bench.close()
  const seconds = (performance.now() - started) / 1000
  console.log(`\n${engine}: ${events} events, created in ${seconds.toFixed(0)} s`)
  const server = await startServer(settings)
  try {
    await measure(server.base)
  } finally {
    await server.stop()
  }
}

const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'talus-bench-'))
const engine = process.env.ENGINE
try {
  if (engine !== 'postgres')
    await run('sqlite', { TALUS_DATA: join(folder, 'sqlite') }, async () =>
      openSqlite(join(folder, 'sqlite')),
    )
  const postgres = engine === 'sqlite' ? undefined : await findPostgres()
  if (postgres) {
    const admin = await openPostgres(postgres.url)
    const name = `talus_bench_${process.pid}`
    await admin.query(`create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    try {
      const settings = { TALUS_DATA: join(folder, 'postgres'), DATABASE_URL: url.href }
      await run('postgres', settings, () => openPostgres(url.href))
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
      await postgres.stop()
    }
  } else if (engine !== 'sqlite') console.log('There is no PostgreSQL here to measure.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
