// Measures a page of the study list of a clinic with a million studies, on both databases, against
// plain LIKE, ORDER BY and OFFSET. STUDIES=100000 makes it smaller, ENGINE=sqlite runs only one
// database.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../tools/testing/postgres.ts'
import { openPostgres, openSqlite } from './engines.ts'
import type { BenchDatabase } from './engines.ts'
import { createRandom } from './names.ts'
import { queryWithLike } from './like-baseline.ts'
import { listQueries } from './list-queries.ts'
import { seed } from './seed.ts'
import { signIn, startServer } from './server.ts'

const studies = Number(process.env.STUDIES ?? 1_000_000)
const sizes = { studies, patients: studies * 0.3, owners: studies * 0.1 }
const rounds = 30
const baselineRounds = 3
const goalMs = 50

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0
const formatColumn = (value: number) => value.toFixed(1).padStart(9)

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measure(base: string, bench: BenchDatabase, clinicId: number) {
  const authorization = await signIn(base)
  const fetchPage = async (params: Readonly<Record<string, string | number>>) => {
    const query = new URLSearchParams({ ClinicId: String(clinicId) })
    for (const [name, value] of Object.entries(params)) query.set(name, String(value))
    const reply = await fetch(`${base}/study/page?${query.toString()}`, {
      headers: { authorization },
    })
    if (!reply.ok) throw new Error(`${query.toString()} answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  console.log(`${''.padEnd(28)}      p50       p99  |  LIKE p50     ratio`)
  const all: number[] = []
  for (const { name, createParams, isCompared } of listQueries) {
    const next = createRandom(4711)
    const times: number[] = []
    const baseline: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const params = createParams(next)
      times.push(await measureTime(() => fetchPage(params)))
      if (isCompared && round < baselineRounds)
        baseline.push(await measureTime(() => queryWithLike(bench, clinicId, params)))
    }
    all.push(...times)
    const [ours, theirs] = [percentile(times, 0.5), percentile(baseline, 0.5)]
    const comparison = isCompared
      ? `| ${formatColumn(theirs)} ${(ours / theirs).toFixed(4).padStart(9)}`
      : '|'
    console.log(
      `${name.padEnd(28)}${formatColumn(ours)} ${formatColumn(percentile(times, 0.99))}  ${comparison}`,
    )
  }
  const p99 = percentile(all, 0.99)
  const [load = 0] = loadavg()
  // Wall time on a computer with other load says little.
  console.log(`load of the computer: ${load.toFixed(1)} on ${availableParallelism()} processors`)
  const verdict = p99 < goalMs ? 'met' : 'MISSED'
  console.log(
    `all: p50 ${percentile(all, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${Math.max(...all).toFixed(1)} ms; the goal of ${goalMs} ms is ${verdict}`,
  )
}

async function run(
  title: string,
  settings: Record<string, string>,
  open: () => Promise<BenchDatabase>,
) {
  // The first start creates the tables, the users and the breeds.
  const first = await startServer(settings)
  await first.stop()
  const bench = await open()
  const seconds = (await measureTime(async () => void (clinicId = await seed(bench, sizes)))) / 1000
  console.log(`\n${title}: ${studies} studies, created in ${seconds.toFixed(0)} s`)
  const server = await startServer(settings)
  try {
    await measure(server.base, bench, clinicId)
  } finally {
    await server.stop()
    await bench.close()
  }
}
let clinicId = 0

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const engine = process.env.ENGINE
try {
  if (engine !== 'postgres')
    await run('SQLite', { TALUS_DATA: join(folder, 'sqlite') }, async () =>
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
      await run('PostgreSQL', settings, () => openPostgres(url.href))
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
      await postgres.stop()
    }
  } else if (engine !== 'sqlite') console.log('There is no PostgreSQL here to measure.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
