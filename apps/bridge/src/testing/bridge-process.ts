import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bridgeTokenFile } from '@talus/contract'

/** Without demo data a bridge has no devices until they are chosen. */
export const simulatedDevices = {
  BRIDGE_GENERAL: 'simulator',
  BRIDGE_DENTAL: 'simulator',
  BRIDGE_GENERATOR: 'simulator',
}

export const mainPath = join(import.meta.dirname, '../../dist/main.js')

const running = new Set<ChildProcess>()
/** Kills all bridges, so that a failed test leaves none behind. */
export const killBridges = () => {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Starts a bridge as a separate process, as the product does, with shortened times of the
 * simulator.
 */
export async function startBridgeProcess(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = [process.execPath, mainPath],
) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: dataFolder,
    env: {
      PATH: process.env.PATH,
      // With the compile cache thirty starts take a third of the time.
      NODE_COMPILE_CACHE: join(tmpdir(), 'talus-bridge-code'),
      TALUS_DATA: dataFolder,
      BRIDGE_PICTURES: 'test-object',
      BRIDGE_PORT: '0',
      BRIDGE_SLOWNESS: '0.01',
      BRIDGE_RESERVE_MB: '1',
      BRIDGE_AUTO_EXPOSE: 'off',
      ...env,
    },
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = once(child, 'exit')
  const port = await (async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = /http:\/\/127\.0\.0\.1:(\d+)/u.exec(output)?.[1]
      if (found) return Number(found)
      if (child.exitCode !== null) break
      await sleep(25)
    }
    throw new Error(`the bridge did not start: ${log}`)
  })()
  return {
    port,
    pid: child.pid,
    token: readFileSync(join(dataFolder, bridgeTokenFile), 'utf8').trim(),
    output: () => output,
    log: () => log,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await exit
    },
  }
}
