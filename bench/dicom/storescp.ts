import { spawn } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@talus/node-kit/find-free-port'

/**
 * Starts dcmtk's storescp, which writes each received file unchanged, with a process per
 * association.
 */
export async function startStorescp(folder: string) {
  const port = await findFreePort()
  const output = join(folder, 'storescp')
  await mkdir(output)
  const options = ['--fork', '+B', '-pdu', '131072', '-aet', 'STORESCP', '-od', output]
  const child = spawn('storescp', [...options, String(port)], {
    stdio: 'ignore',
    env: { ...process.env, TCP_NODELAY: '1' },
  })
  await wait(500)
  return {
    port,
    /** Measures the work in seconds; the output folder is empty before and after. */
    measureSeconds: async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      const seconds = (performance.now() - started) / 1000
      for (const name of await readdir(output)) await rm(join(output, name))
      return seconds
    },
    stop: () => void child.kill('SIGTERM'),
  }
}
