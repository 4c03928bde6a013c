import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from './server-process.ts'

const main = join(import.meta.dirname, '../../../bridge/dist/main.js')

/** The bridge with its simulator, as a process of its own beside the server's data. */
export async function startBridge(
  dataFolder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compiled,
      TALUS_DATA: dataFolder,
      BRIDGE_PORT: String(port),
      BRIDGE_AUTO_EXPOSE: 'off',
      BRIDGE_PICTURES: 'test-object',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(output)))
  // Whoever stops it does not want to hear of it.
  ended.catch(() => undefined)
  const isReady = async () => {
    while (!output.includes('Bridge on')) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.race([isReady(), ended])
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    output: () => output,
    stop: () => end('SIGKILL'),
    /** As its user does, so that it can put things in order. */
    close: () => end('SIGTERM'),
  }
}
