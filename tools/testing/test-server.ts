import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverProgram } from '../build/programs.ts'
import { root } from '../child.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'

export interface TestServer {
  readonly url: string
  /** Its TALUS_DATA folder: database, files and mail. */
  readonly data: string
  readonly pid: number
  readonly log: () => string
  readonly stop: () => Promise<void>
  /** Ends the process at once, as a power failure does. */
  readonly kill: () => Promise<void>
  /** Starts it again after `kill`, at the same address and with the same data. */
  readonly restart: () => Promise<void>
}

/** Young objects get at once the memory that they may use anyway; see decision 103. */
const nodeOptions = ['--min-semi-space-size=16']

/**
 * Starts the whole product as `npm start` runs it after its build, on a free port and with its own
 * data.
 */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<TestServer> {
  const data = await mkdtemp(join(tmpdir(), 'talus-e2e-'))
  const [port, dicomPort, dicomTlsPort, bridgePort] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DICOM_PORT: String(dicomPort),
    DICOM_TLS_PORT: String(dicomTlsPort),
    BRIDGE_PORT: String(bridgePort),
    TALUS_DATA: data,
    TALUS_VARIANT: 'local',
    TALUS_DEMO: '1',
    TALUS_DEMO_IMAGES: '0',
    DATABASE_URL: '',
    DRAIN_SECONDS: '0',
    ...settings,
  }
  let log = ''
  const start = () => {
    const child = spawn(process.execPath, [...nodeOptions, serverProgram, ...args], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must reach the browser tests first; the server is stopped after them.
      detached: process.platform !== 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (log += text))
    }
    return { child, closed: once(child, 'close') }
  }
  let running = start()
  const kill = async () => {
    running.child.kill('SIGKILL')
    await running.closed
  }
  const stop = async () => {
    running.child.kill('SIGTERM')
    const isStuck = await Promise.race([running.closed.then(() => false), wait(10_000, true)])
    if (isStuck) await kill()
    await running.closed
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
  const health = `${url}${settings.TALUS_VARIANT === 'cloud' ? '/aws/api' : '/api'}/health`
  const becomeReady = async () => {
    if (await isReady(health, running.child)) return
    await stop()
    throw new Error(`The server did not become ready.\n${log}`)
  }
  const restart = async () => {
    running = start()
    await becomeReady()
  }
  await becomeReady()
  const pid = running.child.pid ?? 0
  return { url, data, pid, log: () => log, stop, kill, restart }
}

/** Waits until the server answers; false if it has ended, or not answered for a minute. */
async function isReady(health: string, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline && child.exitCode === null) {
    const hasAnswer = await fetch(health).then(
      (reply) => reply.ok,
      () => false,
    )
    if (hasAnswer) return true
    await wait(100)
  }
  return false
}
