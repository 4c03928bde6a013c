import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const isInstalled = (program: string, argument: string) =>
  spawnSync(program, [argument], { stdio: 'ignore' }).status === 0
const hasSocat = isInstalled('socat', '-V')
const hasPython = isInstalled('python3', '--version')

/** Whether this computer can connect two pseudo-terminals. */
export const hasPseudoTerminals = process.platform !== 'win32' && (hasSocat || hasPython)

/** Passes bytes between two pseudo-terminals, as a cable does. */
const pythonCable = `
import os, pty, select, sys, tty
ends = []
for link in sys.argv[1:]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.symlink(os.ttyname(slave), link)
    ends.append(master)
while True:
    for ready in select.select(ends, [], [])[0]:
        os.write(ends[1 - ends.index(ready)], os.read(ready, 4096))
`

/** Connects two pseudo-terminals `ours` and `theirs` in a folder, like a serial cable. */
export async function plugSerialCable(folder: string) {
  const paths = { ours: join(folder, 'ours'), theirs: join(folder, 'theirs') }
  const end = (path: string) => `pty,raw,echo=0,link=${path}`
  const cable = hasSocat
    ? spawn('socat', [end(paths.ours), end(paths.theirs)], { stdio: 'ignore' })
    : spawn('python3', ['-c', pythonCable, paths.ours, paths.theirs], { stdio: 'ignore' })
  for (let waited = 0; !existsSync(paths.theirs) && waited < 10_000; waited += 20) await sleep(20)
  await sleep(50)
  return {
    ...paths,
    unplug: async () => {
      const exited = new Promise((resolve) => cable.once('exit', resolve))
      cable.kill()
      await exited
    },
  }
}
