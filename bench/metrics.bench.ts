// The cost of metrics and of the access log: processor time per request of a server with them,
// compared with one without. Servers run side by side and take turns in short rounds, and each is
// compared with the plain server in the same turn. Two servers with equal settings differ by some
// per cent, because V8 compiles each of them at other moments: therefore all of them are started
// several times, and a second plain server shows the error of this measurement.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startServer } from './study-list/server.ts'
import type { RunningServer } from './study-list/server.ts'
import { formatMedian, median, readFineCpuSeconds } from './support/measure.ts'

const starts = Number(process.env['BENCH_STARTS'] ?? 5)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 24)
const requests = 500
/** The first requests compile the code. */
const warmUpRequests = 8000
const connections = 16
/** The calls of one session in a minute are limited. */
const sessions = 40
/** Prometheus asks every 15 to 60 seconds. */
const scrapeMs = 15_000
const goal = 1.02

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-metrics-'))
const agent = new Agent({ keepAlive: true, maxSockets: connections })

interface Measured {
  readonly server: RunningServer
  readonly tokens: readonly string[]
}

async function createSession({ base }: RunningServer): Promise<string> {
  const reply = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'Talus-demo-1' }),
  })
  return reply.headers.get('authorization') ?? ''
}

const ask = (url: string, authorization: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume().once('end', resolve)
    }).once('error', reject)
  })

/** Milliseconds of processor time of the server for each request. */
async function measure({ server, tokens }: Measured, count = requests): Promise<number> {
  const before = await readFineCpuSeconds(server.pid)
  let left = count
  const caller = async () => {
    while (left > 0) {
      left -= 1
      await ask(`${server.base}/clinic`, tokens[left % sessions] ?? '')
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return (((await readFineCpuSeconds(server.pid)) - before) / count) * 1000
}

const plain = { DICOM_PORT: 'off', DICOM_TLS_PORT: 'off', BRIDGE: 'off', ACCESS_LOG: '0' }
const variants = ['plain again', 'metrics', 'access log'] as const
type Variant = 'plain' | (typeof variants)[number]

async function start(variant: Variant, number: number, metricsPort: number): Promise<Measured> {
  const settings: Readonly<Record<Variant, Readonly<Record<string, string>>>> = {
    plain: {},
    'plain again': {},
    metrics: { METRICS_PORT: String(metricsPort) },
    'access log': { ACCESS_LOG: '1', LOG_LEVEL: 'info' },
  }
  const data = join(folder, `${variant} ${number}`)
  const server = await startServer({ ...plain, TALUS_DATA: data, ...settings[variant] })
  const tokens = await Promise.all(Array.from({ length: sessions }, () => createSession(server)))
  return { server, tokens }
}

/** Adds the ratios to the plain server of one start. */
async function measureStart(number: number, ratios: ReadonlyMap<Variant, number[]>) {
  const metricsPort = await findFreePort()
  const names: readonly Variant[] = ['plain', ...variants]
  const running = new Map<Variant, Measured>()
  for (const name of names) running.set(name, await start(name, number, metricsPort))
  const scraping = setInterval(
    () => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined),
    scrapeMs,
  )
  try {
    for (const one of running.values()) await measure(one, warmUpRequests)
    for (let round = 0; round < rounds; round += 1) {
      const times = new Map<Variant, number>()
      // In another order each time: what follows a server finds its data in the caches.
      const shift = round % names.length
      for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
        const one = running.get(name)
        if (one) times.set(name, await measure(one))
      }
      for (const [name, list] of ratios)
        list.push((times.get(name) ?? Number.NaN) / (times.get('plain') ?? Number.NaN))
    }
  } finally {
    clearInterval(scraping)
    for (const { server } of running.values()) await server.stop()
  }
}

try {
  const ratios = new Map<Variant, number[]>(variants.map((name) => [name, []]))
  for (let number = 1; number <= starts; number += 1) await measureStart(number, ratios)
  for (const [name, list] of ratios) {
    const verdict =
      name === 'metrics'
        ? `, the goal of ${goal} is ${median(list) <= goal ? 'met' : 'MISSED'}`
        : ''
    console.log(`${name}: processor time ${formatMedian(list)} of the plain server${verdict}`)
  }
  console.log(`load of the computer: ${(loadavg()[0] ?? 0).toFixed(1)}`)
} finally {
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}
