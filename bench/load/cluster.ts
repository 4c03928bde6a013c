import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getErrorCode } from '@talus/node-kit/error-code'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { serverProgram } from '../../tools/build/programs.ts'

export interface LoadServer {
  readonly base: string
  readonly dicomPort: number
  readonly pid: number
  readonly stop: () => Promise<void>
}

const readyMs = 120_000

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts servers of the cloud variant on one database. A folder that all of them use stands for the
 * bucket, so that the measurement is not that of a store on the same computer.
 */
export async function startServers(
  count: number,
  folder: string,
  databaseUrl: string,
): Promise<LoadServer[]> {
  await mkdir(join(folder, 'files'), { recursive: true })
  const servers: LoadServer[] = []
  try {
    for (let index = 0; index < count; index += 1)
      servers.push(await startOne(join(folder, `server-${index}`), folder, databaseUrl))
    return servers
  } catch (error) {
    await stopServers(servers)
    throw error
  }
}

export const stopServers = (servers: readonly LoadServer[]) =>
  Promise.all(servers.map(({ stop }) => stop()))

async function startOne(data: string, folder: string, databaseUrl: string): Promise<LoadServer> {
  const [port, dicomPort] = [await findFreePort(), await findFreePort()]
  await mkdir(data, { recursive: true })
  await symlink(join(folder, 'files'), join(data, 'files')).catch(ignoreExisting)
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DICOM_PORT: String(dicomPort),
      DICOM_TLS_PORT: 'off',
      DICOM_BIND: '127.0.0.1',
      TALUS_VARIANT: 'cloud',
      TALUS_DEMO: '0',
      TALUS_DATA: data,
      FILE_STORE: 'disk',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'the-key-of-the-load-test',
      // The load names the address of each clinic, as a balancer does.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      METRICS_PORT: String(await findFreePort()),
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A measurement that is interrupted leaves no server behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  const base = `http://127.0.0.1:${port}/aws/api`
  const isReady = () =>
    fetch(`${base}/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
  const started = performance.now()
  while (!(await isReady()) || !(await isOpen(dicomPort))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (performance.now() - started > readyMs) {
      await stop()
      throw new Error('the server is not ready')
    }
    await wait(50)
  }
  return { base, dicomPort, pid: child.pid ?? 0, stop }
}

function ignoreExisting(error: unknown): void {
  if (getErrorCode(error) !== 'EEXIST') throw error
}
