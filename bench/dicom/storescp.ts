import { spawn } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../tools/testing/free-port.ts'

/** Writes what comes as it comes, a process for each association. */
export async function startStorescp(folder: string) {
  const port = await freePort()
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
    /** How long it takes, with an empty folder before and after. */
    seconds: async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      const seconds = (performance.now() - started) / 1000
      for (const name of await readdir(output)) await rm(join(output, name))
      return seconds
    },
    stop: () => void child.kill('SIGTERM'),
  }
}
