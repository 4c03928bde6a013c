import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import type { FaultProxy, LinkState } from './fault-proxy.ts'
import type { FaultySystem } from './faulty-system.ts'
import type { SupervisedServer } from './supervised-server.ts'

export interface Fault {
  readonly name: string
  /** Injects the fault, keeps it for a while, and takes it back. */
  readonly run: (random: Random) => Promise<void>
}

async function signal(server: SupervisedServer, name: NodeJS.Signals): Promise<void> {
  const pid = await server.findPid()
  if (pid !== undefined) send(pid, name)
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself meanwhile.
  }
}

async function breakLink(link: FaultProxy, state: LinkState, ms: number): Promise<void> {
  link.set(state)
  await sleep(ms)
  link.set('open')
}

/** A modality that connects and says nothing, or the beginning of something. */
async function hangDicomPeer({ dicomPort }: SupervisedServer, ms: number): Promise<void> {
  const sockets = Array.from({ length: 4 }, (_, index) => {
    const socket = connect(dicomPort, '127.0.0.1')
    socket.on('error', () => undefined)
    if (index > 0) socket.write(Buffer.from([1, 0, 0, 0, 0, 200, 0, 1]))
    return socket
  })
  await sleep(ms)
  for (const socket of sockets) socket.destroy()
}

function createServerFaults({ servers, mail, setClock, findBridge }: FaultySystem): Fault[] {
  const killBridge = async () => {
    const pid = await findBridge()
    if (pid !== undefined) send(pid, 'SIGKILL')
  }
  return [
    {
      name: 'SIGKILL of one server',
      run: async (random) => signal(random.pick(servers), 'SIGKILL'),
    },
    {
      name: 'SIGKILL of everything',
      run: async () => {
        await Promise.all([killBridge(), ...servers.map((server) => signal(server, 'SIGKILL'))])
      },
    },
    {
      name: 'server stopped (SIGSTOP)',
      run: async (random) => {
        const server = random.pick(servers)
        await signal(server, 'SIGSTOP')
        await sleep(random.integer(300, 2500))
        await signal(server, 'SIGCONT')
      },
    },
    {
      name: 'clock a day later, then right',
      run: async (random) => {
        await setClock(86_400)
        await sleep(random.integer(300, 1500))
        await setClock(0)
      },
    },
    {
      name: 'clock two hours earlier, then right',
      run: async (random) => {
        await setClock(-7200)
        await sleep(random.integer(300, 1500))
        await setClock(0)
      },
    },
    {
      name: 'mail server hangs',
      run: (random) => breakLink(mail, 'silent', random.integer(300, 3000)),
    },
    {
      name: 'DICOM peers hang',
      run: (random) => hangDicomPeer(random.pick(servers), random.integer(300, 3000)),
    },
  ]
}

/** Lists the faults that a system can have. */
export function createFaults(system: FaultySystem): readonly Fault[] {
  const { database, store, fillDisk, findBridge } = system
  const faults = createServerFaults(system)
  if (!store)
    faults.push({
      name: 'SIGKILL of the bridge',
      run: async () => {
        const pid = await findBridge()
        if (pid !== undefined) send(pid, 'SIGKILL')
      },
    })
  if (fillDisk)
    faults.push({
      name: 'disk full',
      run: async (random) => {
        const free = await fillDisk()
        await sleep(random.integer(300, 2500))
        await free()
      },
    })
  for (const [name, link] of [
    ['database', database],
    ['store', store],
  ] as const)
    for (const [state, text, longestMs] of [
      ['refused', 'restarts', 2500],
      ['silent', 'does not answer', 9000],
      ['slow', 'has a slow network', 3000],
    ] as const)
      if (link)
        faults.push({
          name: `${name} ${text}`,
          run: (random) => breakLink(link, state, random.integer(300, longestMs)),
        })
  return faults
}
