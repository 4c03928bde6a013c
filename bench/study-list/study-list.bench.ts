// A clinic with a million studies: how long a page of its list takes, on both databases, beside a
// plain LIKE, ORDER BY and OFFSET. STUDIES=100000 makes it smaller, ENGINE=sqlite takes one of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../tools/testing/postgres.ts'
import { postgresBench, sqliteBench } from './engines.ts'
import type { Bench } from './engines.ts'
import { random } from './names.ts'
import { askPeer } from './peer.ts'
import { questions } from './questions.ts'
import { seed } from './seed.ts'
import { signIn, startServer } from './server.ts'

const studies = Number(process.env.STUDIES ?? 1_000_000)
const sizes = { studies, patients: studies * 0.3, owners: studies * 0.1 }
const rounds = 30
const peerRounds = 3
const goalMs = 50

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0
const inColumn = (value: number) => value.toFixed(1).padStart(9)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measure(base: string, bench: Bench, clinicId: number) {
  const authorization = await signIn(base)
  const ask = async (asked: Readonly<Record<string, string | number>>) => {
    const query = new URLSearchParams({ ClinicId: String(clinicId) })
    for (const [name, value] of Object.entries(asked)) query.set(name, String(value))
    const reply = await fetch(`${base}/study/page?${query.toString()}`, {
      headers: { authorization },
    })
    if (!reply.ok) throw new Error(`${query.toString()} answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  console.log(`${''.padEnd(28)}      p50       p99  |  LIKE p50     ratio`)
  const all: number[] = []
  for (const { name, ask: asked, isCompared } of questions) {
    const next = random(4711)
    const times: number[] = []
    const peer: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const question = asked(next)
      times.push(await timed(() => ask(question)))
      if (isCompared && round < peerRounds)
        peer.push(await timed(() => askPeer(bench, clinicId, question)))
    }
    all.push(...times)
    const [ours, theirs] = [percentile(times, 0.5), percentile(peer, 0.5)]
    const beside = isCompared
      ? `| ${inColumn(theirs)} ${(ours / theirs).toFixed(4).padStart(9)}`
      : '|'
    console.log(
      `${name.padEnd(28)}${inColumn(ours)} ${inColumn(percentile(times, 0.99))}  ${beside}`,
    )
  }
  const p99 = percentile(all, 0.99)
  const [load = 0] = loadavg()
  // Figures of a machine that others work on say little: wall time is what waits for them.
  console.log(`load of the machine: ${load.toFixed(1)} on ${availableParallelism()} processors`)
  const verdict = p99 < goalMs ? 'met' : 'MISSED'
  console.log(
    `all: p50 ${percentile(all, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${Math.max(...all).toFixed(1)} ms; the goal of ${goalMs} ms is ${verdict}`,
  )
}

async function run(title: string, settings: Record<string, string>, open: () => Promise<Bench>) {
  // The first start makes the tables, the people and the breeds.
  const first = await startServer(settings)
  await first.stop()
  const bench = await open()
  const seconds = (await timed(async () => void (clinicId = await seed(bench, sizes)))) / 1000
  console.log(`\n${title}: ${studies} studies, made in ${seconds.toFixed(0)} s`)
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
const wanted = process.env.ENGINE
try {
  if (wanted !== 'postgres')
    await run('SQLite', { TALUS_DATA: join(folder, 'sqlite') }, async () =>
      sqliteBench(join(folder, 'sqlite')),
    )
  const postgres = wanted === 'sqlite' ? undefined : await findPostgres()
  if (postgres) {
    const admin = await postgresBench(postgres.url)
    const name = `talus_bench_${process.pid}`
    await admin.rows(`create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    try {
      const settings = { TALUS_DATA: join(folder, 'postgres'), DATABASE_URL: url.href }
      await run('PostgreSQL', settings, () => postgresBench(url.href))
    } finally {
      await admin.rows(`drop database ${name} with (force)`)
      await admin.close()
      await postgres.stop()
    }
  } else if (wanted !== 'sqlite') console.log('There is no PostgreSQL here to measure.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
