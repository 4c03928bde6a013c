import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The server as a process of its own, as a clinic runs it: it can be killed. */
export interface ServerProcess {
  readonly address: string
  /** Where DICOM is listened for, if that was asked for. */
  readonly dicomPort: number
  readonly output: () => string
  readonly child: ChildProcess
  readonly kill: () => Promise<void>
  /** As its user does, so that it can put things in order. */
  readonly stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../dist/main.js')
/** What Node has compiled once, it need not compile for each of some sixty servers. */
export const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/compiled')

/** `npm run verify` on the same data: what it prints, and whether it found all to be well. */
export async function verifyData(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main, 'verify'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compiled,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { isWell: code === 0, output }
}

export async function startServer(
  environment: Readonly<Record<string, string>>,
  /** A program that starts it, such as one that gives it a small disk. */
  through: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const command: readonly string[] = [...through, process.execPath, main, ...args]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compiled,
      PORT: '0',
      // The thread that listens for DICOM is as much to start as all the rest.
      DICOM_PORT: 'off',
      DICOM_TLS_PORT: 'off',
      LOG_LEVEL: 'warn',
      TALUS_DEMO_IMAGES: '0',
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
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
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
