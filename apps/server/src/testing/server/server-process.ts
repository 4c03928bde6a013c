import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The server as a separate process, as a clinic runs it; a test can kill it. */
export interface ServerProcess {
  readonly address: string
  /** The port of the DICOM listener; 0 if it is off. */
  readonly dicomPort: number
  readonly output: () => string
  readonly child: ChildProcess
  readonly kill: () => Promise<void>
  /** Asks it to shut down in order, as its user would. */
  readonly stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../../dist/main.js')
/** Node's compile cache, so that some sixty server processes do not each compile the same code. */
export const compileCacheFolder = join(
  import.meta.dirname,
  '../../../../../node_modules/.cache/compiled',
)

/**
 * Young objects get at once the memory that they may use anyway: garbage is otherwise collected
 * during the whole start, which lasts a tenth longer.
 */
const nodeOptions = ['--min-semi-space-size=16']

/** Starts a command of the server program, such as `verify`, on the same data. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  /** A command that runs the program, such as one that mounts a small disk for it. */
  through: readonly string[] = [],
) {
  const command: readonly string[] = [...through, process.execPath, ...nodeOptions, main, ...args]
  return spawn(command[0] ?? process.execPath, command.slice(1), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheFolder,
      LOG_LEVEL: 'warn',
      FILE_STORE: 'disk',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command of the server program to its end. */
export async function runCommand(...from: Parameters<typeof startCommand>) {
  const child = startCommand(...from)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, output }
}

/** Runs `npm run verify` on the same data; returns its output and whether the archive is intact. */
export async function verifyData(environment: Readonly<Record<string, string>>) {
  const { exitCode, output } = await runCommand(['verify'], environment)
  return { isWell: exitCode === 0, output }
}

export async function startServer(
  environment: Readonly<Record<string, string>>,
  /** A command that runs the server, such as one that mounts a small disk for it. */
  through: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const command: readonly string[] = [...through, process.execPath, ...nodeOptions, main, ...args]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheFolder,
      PORT: '0',
      // Starting the DICOM listener's thread takes as long as starting all the rest.
      DICOM_PORT: 'off',
      DICOM_TLS_PORT: 'off',
      LOG_LEVEL: 'warn',
      TALUS_DEMO_IMAGES: '0',
      FILE_STORE: 'disk',
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      output += bytes.toString()
      const ready = /ready: (http:\/\/[^/]+)/u.exec(output)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    address,
    dicomPort: Number(/DICOM: port (\d+)/u.exec(output)?.[1] ?? 0),
    child,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
