// The cost of metrics and of the access log: requests per second and processor time per request of
// one server without them, with metrics that are scraped each second, and with the access log too.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startServer } from './study-list/server.ts'
import type { RunningServer } from './study-list/server.ts'
import { formatRatio, median, readCpuSeconds, runInPairs } from './support/measure.ts'

const pairs = 8
const requests = 10_000
const connections = 16
const goal = 1.02
/** The calls of one session in a minute are limited. */
const sessions = 20
/** Prometheus asks every 15 to 60 seconds. */
const scrapeMs = 5000

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-metrics-'))
const agent = new Agent({ keepAlive: true, maxSockets: connections })

const signIn = (server: RunningServer) =>
  Promise.all(Array.from({ length: sessions }, () => createSession(server)))

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

async function measure(server: RunningServer, authorizations: readonly string[]) {
  const [started, before] = [performance.now(), await readCpuSeconds(server.pid)]
  let left = requests
  const caller = async () => {
    while (left > 0) {
      left -= 1
      // The calls of signing in are limited by address.
      await ask(`${server.base}/clinic`, authorizations[left % sessions] ?? '')
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: (await readCpuSeconds(server.pid)) - before,
  }
}

const common = { DICOM_PORT: 'off', DICOM_TLS_PORT: 'off', BRIDGE: 'off', ACCESS_LOG: '0' }
const metricsPort = await findFreePort()
const variants: readonly (readonly [name: string, settings: Record<string, string>])[] = [
  ['metrics', { METRICS_PORT: String(metricsPort) }],
  ['access log', { ACCESS_LOG: '1', LOG_LEVEL: 'info' }],
]
try {
  const plain = await startServer({ ...common, TALUS_DATA: join(folder, 'plain') })
  const plainToken = await signIn(plain)
  try {
    for (const [name, settings] of variants) {
      const server = await startServer({ ...common, TALUS_DATA: join(folder, name), ...settings })
      const scraping = setInterval(
        () => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined),
        scrapeMs,
      )
      try {
        const token = await signIn(server)
        // The first requests compile the code.
        await measure(plain, plainToken)
        await measure(server, token)
        const found = await runInPairs(
          pairs,
          () => measure(server, token),
          () => measure(plain, plainToken),
        )
        const perSecond = (list: readonly { readonly seconds: number }[]) =>
          median(list.map(({ seconds }) => requests / seconds)).toFixed(0)
        const times = formatRatio(found, ({ ours, theirs }) => ours.seconds / theirs.seconds)
        const cpu = formatRatio(found, ({ ours, theirs }) => ours.cpu / theirs.cpu)
        const ratio = median(found.map(({ ours, theirs }) => ours.cpu / theirs.cpu))
        console.log(
          `${name}: ${perSecond(found.map(({ ours }) => ours))} requests per second, without ${perSecond(found.map(({ theirs }) => theirs))}`,
        )
        console.log(`  time ${times}, processor time ${cpu}`)
        console.log(`  the goal of ${goal} is ${ratio <= goal ? 'met' : 'MISSED'}`)
      } finally {
        clearInterval(scraping)
        await server.stop()
      }
    }
  } finally {
    await plain.stop()
  }
  const [load = 0] = loadavg()
  console.log(`load of the computer: ${load.toFixed(1)}`)
} finally {
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}
