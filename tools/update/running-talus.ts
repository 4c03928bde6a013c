import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { root, runAndCapture } from '../child.ts'
import { giveToOwner, runAsOwner } from '../service/owner.ts'
import { runCommands } from '../service/run-commands.ts'
import {
  createDefinition,
  createServerArgs,
  getDataFolder,
  serverEnvironment,
} from '../service/this-computer.ts'
import { UpdateProblem } from './problem.ts'

const lockOptions = { fileName: 'server.lock', program: 'Talus server' }
/** An orderly stop ends running requests and the bridge. */
const stopMaxMs = 120_000
const outputDelayMs = 500
/** Characters of the output of a version on trial. */
const outputShown = 8000

/** Talus on this computer: a service, or stopped. */
export interface RunningTalus {
  readonly isService: boolean
  /** Resolves when no server uses the data folder; what is returned lets one use it again. */
  readonly stop: () => Promise<() => void>
  /** Starts it for the trial. */
  readonly startTrial: () => Promise<TrialServer>
  /** Starts it for work, if it is a service. */
  readonly start: () => Promise<void>
}

export interface TrialServer {
  readonly hasEnded: () => boolean
  /** The end of what it has printed. */
  readonly readOutput: () => Promise<string>
  /** A service goes on by itself when the trial ends. */
  readonly end: () => Promise<void>
}

function tryLock(): (() => void) | undefined {
  try {
    const unlock = lockFolder(getDataFolder(), lockOptions)
    giveToOwner(join(getDataFolder(), lockOptions.fileName))
    return unlock
  } catch {
    return undefined
  }
}

async function waitForLock(): Promise<() => void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < stopMaxMs;) {
    const unlock = tryLock()
    if (unlock) return unlock
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new UpdateProblem('Talus does not stop. It runs as before.')
}

/** The log that the supervisor of a service writes where the system keeps none. */
async function readLog(): Promise<string> {
  const text = await readFile(join(getDataFolder(), 'logs', 'talus.log'), 'utf8').catch(() => '')
  return text.slice(-outputShown)
}

/** The Node of the present packages: the one of this process is a copy that is replaced. */
function findNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const installed = join(root, 'node_modules/node/bin', name)
  return existsSync(installed) ? installed : process.execPath
}

function startSupervisor(): ChildProcess {
  const { env, ...user } = runAsOwner()
  return spawn(findNode(), createServerArgs(), {
    cwd: root,
    env: { ...process.env, ...env, ...serverEnvironment },
    // By the channel it notices that this process has died: a killed update leaves no server behind.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...user,
  })
}

/** Talus that a user starts by hand is started for the trial only. */
const startedByHand: RunningTalus = {
  isService: false,
  stop: waitForLock,
  startTrial: async () => {
    const child = startSupervisor()
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve())
      // The last lines arrive after the exit.
      child.once('exit', () => setTimeout(resolve, outputDelayMs))
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-outputShown)
      })
    let hasEnded = false
    void ended.then(() => (hasEnded = true))
    return {
      hasEnded: () => hasEnded,
      readOutput: () => Promise.resolve(output),
      end: async () => {
        child.kill('SIGTERM')
        await ended
      },
    }
  },
  start: () => Promise.resolve(),
}

/** Talus while `npm start` or the supervisor of a service starts it: no service is touched. */
export const beingStarted: RunningTalus = {
  ...startedByHand,
  stop: () => {
    const unlock = tryLock()
    if (unlock) return Promise.resolve(unlock)
    return Promise.reject(new UpdateProblem(`Another Talus server is using ${getDataFolder()}.`))
  },
}

/** Finds how Talus runs here; refuses one that this command cannot stop. */
export async function findRunningTalus(): Promise<RunningTalus> {
  const { find, stop, start, lastLines, hint } = createDefinition()
  const { isFine: isService } = await runAndCapture(find.program, find.args)
  if (!isService) {
    const unlock = tryLock()
    if (!unlock)
      throw new UpdateProblem(
        'Talus is running, and it is not a service that this command can stop. End it, or install the service (npm run service install), and try again.',
      )
    unlock()
    return startedByHand
  }
  if (process.getuid !== undefined && process.getuid() !== 0)
    throw new UpdateProblem(hint.replace('service install', 'update'))
  const run = () => runCommands(start, hint)
  return {
    isService,
    stop: async () => {
      await runCommands(stop, hint)
      return waitForLock()
    },
    startTrial: async () => {
      await run()
      const readOutput = async () => {
        if (!lastLines) return readLog()
        const { isFine, stdout } = await runAndCapture(lastLines.program, lastLines.args)
        return isFine ? stdout : ''
      }
      return { hasEnded: () => false, readOutput, end: () => Promise.resolve() }
    },
    start: run,
  }
}
