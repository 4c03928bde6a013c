import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { openPostgres } from '../study-list/engines.ts'
import { readCpuSeconds, readResidentMb } from '../support/measure.ts'
import { startServers, stopServers } from './cluster.ts'
import type { LoadServer } from './cluster.ts'
import { createRecorder } from './recorder.ts'
import type { CallRow } from './recorder.ts'
import { seedClinics } from './seed-clinics.ts'
import type { LoadClinic } from './seed-clinics.ts'
import { openClinic } from './simulated-clinic.ts'
import type { ClinicResult } from './simulated-clinic.ts'

export interface LoadOptions {
  /** A PostgreSQL server on which a database may be created. */
  readonly postgresUrl: string
  readonly clinics: number
  readonly studies: number
  readonly seconds: number
  /** How many servers share the work, one measurement after the other. */
  readonly servers: readonly number[]
  /** Mean pause of a clinic between two actions. */
  readonly pauseMs: number
  readonly print?: (line: string) => void
}

export interface LoadResult {
  readonly servers: number
  readonly rows: readonly CallRow[]
  readonly errors: number
  readonly messages: readonly string[]
  readonly seconds: number
  readonly calls: number
  /** Milliseconds of processor time of all servers for a call, without PostgreSQL and the first sign-ins. */
  readonly cpuMsPerCall: number
  /** Resident memory of all servers together at equal intervals. */
  readonly memoryMb: readonly number[]
  readonly acknowledged: number
  /** Acknowledged images that are not in the database exactly once. */
  readonly missing: number
  readonly events: number
}

const memorySamples = 10
const signInsAtOnce = 4

const failWithoutServer = (): never => {
  throw new Error('there is no server')
}

/** Fills a new database, runs the simulation for each number of servers, and removes everything. */
export async function runLoad(options: LoadOptions): Promise<LoadResult[]> {
  const { postgresUrl, clinics: count, studies, print = () => undefined } = options
  const folder = await mkdtemp(join(tmpdir(), 'talus-load-'))
  const name = `talus_load_${process.pid}_${Date.now()}`
  const admin = await openPostgres(postgresUrl)
  await admin.query(`create database ${name}`)
  try {
    const url = new URL(postgresUrl)
    url.pathname = `/${name}`
    // The first start creates the tables and the breeds.
    await stopServers(await startServers(1, folder, url.href))
    const started = performance.now()
    const clinics = await seedClinics(url.href, count, studies)
    const seconds = (performance.now() - started) / 1000
    print(`${studies} studies of ${count} clinics, created in ${seconds.toFixed(0)} s`)
    const results: LoadResult[] = []
    for (const [run, servers] of options.servers.entries())
      results.push(await measure(options, { clinics, folder, url: url.href, servers, run }))
    return results
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Run {
  readonly clinics: readonly LoadClinic[]
  readonly folder: string
  readonly url: string
  readonly servers: number
  readonly run: number
}

async function measure(
  { seconds, pauseMs }: LoadOptions,
  { clinics, folder, url, servers: count, run }: Run,
): Promise<LoadResult> {
  const servers = await startServers(count, folder, url)
  try {
    const recorder = createRecorder()
    const stop = new AbortController()
    const openings = clinics.map((clinic, number) => ({
      clinic,
      number,
      server: servers[number % count] ?? failWithoutServer(),
    }))
    const works: (() => Promise<ClinicResult>)[] = []
    // Clinics open over an hour; all sign-ins in one second would measure nothing but Argon2.
    await forEachLimited(openings, signInsAtOnce, async (opening) => {
      works.push(await openClinic({ ...opening, recorder, run, signal: stop.signal, pauseMs }))
    })
    const signIns = recorder.readRows().reduce((total, row) => total + row.count, 0)
    const memoryMb: number[] = []
    const sampling = setInterval(
      () => void readMemory(servers).then((mb) => memoryMb.push(mb)),
      (seconds * 1000) / memorySamples,
    )
    const [began, before] = [performance.now(), await readCpu(servers)]
    const working = works.map((work) => work())
    await wait(seconds * 1000)
    clearInterval(sampling)
    stop.abort()
    const ended = await Promise.all(working)
    const cpuSeconds = (await readCpu(servers)) - before
    const rows = recorder.readRows()
    const calls = rows.reduce((sum, row) => sum + row.count, 0) - signIns
    const acknowledged = ended.flatMap((clinic) => clinic.acknowledged)
    return {
      servers: count,
      rows,
      errors: rows.reduce((sum, row) => sum + row.errors, 0),
      messages: recorder.messages(),
      seconds: (performance.now() - began) / 1000,
      calls,
      cpuMsPerCall: (cpuSeconds * 1000) / Math.max(1, calls),
      memoryMb,
      acknowledged: acknowledged.length,
      missing: acknowledged.length - (await countStored(url, acknowledged)),
      events: ended.reduce((sum, clinic) => sum + clinic.events, 0),
    }
  } finally {
    await stopServers(servers)
  }
}

/** The images with these UIDs that have exactly one record. */
async function countStored(url: string, instances: readonly string[]): Promise<number> {
  const bench = await openPostgres(url)
  try {
    const [row] = await bench.query(
      `select count(*) as count from (
         select "sopInstanceUID" from image where "sopInstanceUID" = any($1::text[])
         group by "sopInstanceUID" having count(*) = 1) stored`,
      [instances],
    )
    return Number(row?.['count'] ?? 0)
  } finally {
    await bench.close()
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const readCpu = async (servers: readonly LoadServer[]) =>
  // Other systems than Linux have no /proc: the table shows NaN.
  sum(await Promise.all(servers.map(({ pid }) => readCpuSeconds(pid).catch(() => Number.NaN))))
const readMemory = async (servers: readonly LoadServer[]) =>
  sum(await Promise.all(servers.map(({ pid }) => readResidentMb(pid))))
