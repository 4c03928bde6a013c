import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serverProgram } from '../build/program-paths.ts'
import { compileCacheFolder, root } from '../child.ts'
import type { ServiceDefinition, ServiceProgram } from './definition.ts'
import { createLaunchdService } from './launchd.ts'
import { findOwner } from './owner.ts'
import { createScheduledTask } from './scheduled-task.ts'
import { createSystemdService } from './systemd.ts'

export const settingsFile = join(root, '.env')

export function readSettings(): Record<string, string | undefined> {
  if (existsSync(settingsFile)) process.loadEnvFile(settingsFile)
  return process.env
}

export const getDataFolder = () => resolve(root, readSettings()['TALUS_DATA'] || './data')

/** The supervisor and its arguments, as `npm start` and the service run them. */
export const createServerArgs = (more: readonly string[] = []) => [
  // The supervisor allocates next to nothing.
  '--max-semi-space-size=1',
  join(root, 'tools/supervise.mjs'),
  ...more,
  serverProgram,
]

export const serverEnvironment = {
  NODE_ENV: 'production',
  // The compile cache halves the processor time of a start.
  NODE_COMPILE_CACHE: compileCacheFolder,
  // Otherwise glibc keeps the 19 MB of each password check: 150 MB more after a few sign-ins.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
}

export function createDefinition(): ServiceDefinition {
  const dataFolder = getDataFolder()
  // On Linux the journal rotates; on other systems the supervisor does.
  const log = process.platform === 'linux' ? [] : [`--log-folder=${join(dataFolder, 'logs')}`]
  const service: ServiceProgram = {
    node: process.execPath,
    args: [...createServerArgs(log), '--with-bridge'],
    folder: root,
    dataFolder,
    environment: serverEnvironment,
    user: findOwner(),
  }
  if (process.platform === 'win32') return createScheduledTask(service)
  return process.platform === 'darwin'
    ? createLaunchdService(service)
    : createSystemdService(service)
}

async function isReady(address: string): Promise<boolean> {
  const reply = await fetch(address).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.ok === true
}

/** Waits until the server answers; undefined if it does not within some seconds. */
export async function waitForAnswer(seconds: number): Promise<string | undefined> {
  const { PORT, HOST, API_BASE } = readSettings()
  const host = HOST === undefined || /^(?:0\.0\.0\.0|::|)$/u.test(HOST) ? '127.0.0.1' : HOST
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '4280'}/`
  const api = new URL(`${(API_BASE || '/api').replace(/\/$/u, '')}/`, address)
  for (let second = 0; second < seconds; second += 0.5) {
    if (await isReady(new URL('health', api).href)) return `Talus answers: ${address}`
    await new Promise((done) => setTimeout(done, 500))
  }
  return undefined
}
