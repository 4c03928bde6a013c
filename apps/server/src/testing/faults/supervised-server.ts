import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { compileCacheFolder } from '../server/server-process.ts'

const root = join(import.meta.dirname, '../../../../..')
const run = promisify(execFile)
const stopMaxMs = 60_000

/** A server as a clinic runs it: its supervisor starts it again, and no hand does. */
export async function startSupervisedServer(environment: Readonly<Record<string, string>>) {
  const [port, dicomPort] = [await findFreePort(), await findFreePort()]
  const isAlone = environment['TALUS_VARIANT'] !== 'cloud'
  const program = join(root, 'apps/server/dist/main.js')
  const args = [join(root, 'tools/supervise.mjs'), program, ...(isAlone ? ['--with-bridge'] : [])]
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheFolder,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.ts')}`,
      PORT: String(port),
      DICOM_PORT: String(dicomPort),
      DICOM_TLS_PORT: 'off',
      API_BASE: '/api',
      LOG_LEVEL: 'warn',
      TALUS_DEMO: '1',
      TALUS_DEMO_IMAGES: '0',
      DRAIN_SECONDS: '0',
      PUBLIC_CALLS_PER_MINUTE: '100000',
      BRIDGE_AUTO_EXPOSE: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-200_000)))
  const exited = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`

  async function isReady(): Promise<boolean> {
    const reply = await fetch(`${address}/api/health`, {
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
    await reply?.body?.cancel()
    return reply?.ok === true
  }

  return {
    address,
    dicomPort,
    isReady,
    output: () => output,
    /** The process of the server itself; undefined while the supervisor waits. */
    findPid: async () => {
      const found = await run('pgrep', ['-P', String(child.pid)]).catch(() => undefined)
      return Number(found?.stdout.trim().split('\n')[0]) || undefined
    },
    stop: async () => {
      child.kill('SIGTERM')
      const isLate = await Promise.race([exited.then(() => false), sleep(stopMaxMs, true)])
      if (isLate) child.kill('SIGKILL')
      return !isLate
    },
  }
}

export type SupervisedServer = Awaited<ReturnType<typeof startSupervisedServer>>
