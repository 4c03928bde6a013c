import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCacheFolder } from '../server/server-process.ts'

const main = join(import.meta.dirname, '../../../../bridge/dist/main.js')

/** Starts the bridge with its simulator as a separate process on the server's data folder. */
export async function startBridge(
  dataFolder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheFolder,
      TALUS_DATA: dataFolder,
      BRIDGE_PORT: String(port),
      BRIDGE_AUTO_EXPOSE: 'off',
      BRIDGE_PICTURES: 'test-object',
      // A quarter of the pixels: most tests do not depend on the size of the image.
      BRIDGE_BINNING: '2',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(output)))
  // A caller that stops the bridge does not await this promise; its rejection must not be
  // unhandled.
  ended.catch(() => undefined)
  const isReady = async () => {
    while (!output.includes('Bridge on')) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.race([isReady(), ended])
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGKILL'),
    /** Asks it to shut down in order, as its user would. */
    close: () => end('SIGTERM'),
  }
}
