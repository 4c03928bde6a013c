import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bridgeOn } from './bridge-on.ts'

/** Built together with this server, or its sources as well. */
const program = join(
  import.meta.dirname,
  '../../bridge',
  import.meta.filename.endsWith('.ts') ? 'src/main.ts' : 'dist/main.js',
)

interface Log {
  readonly info: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
}

export interface KeeperSettings {
  readonly dataFolder: string
  readonly port: number
  /** Known to server and bridge alone. */
  readonly token: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
  /** A line for people: where the panel of the simulator is, or why there is no bridge. Told when it changes. */
  readonly tell: (line: string) => void
  readonly pauses?: Partial<typeof usualPauses>
}

const usualPauses = {
  /** Between a death and the next start, longer each time, and as at first after it has held. */
  firstMs: 500,
  longestMs: 30_000,
  heldMs: 60_000,
  /** How often a bridge that is not our child is looked at. */
  lookMs: 2000,
}
const logMaxBytes = 5_000_000
const endMs = 5000

/**
 * Keeps a bridge running beside this server. It is a process of its own session that writes to a file:
 * neither Ctrl-C nor the death of the server reaches it, and an exposure in it goes on. The next
 * server finds it on its port, by their token, and takes it over.
 */
export function keepBridge(settings: KeeperSettings) {
  const { dataFolder, port, token, environment, log } = settings
  const pauses = { ...usualPauses, ...settings.pauses }
  const bridge = bridgeOn(port, token)
  const logPath = join(dataFolder, 'bridge', 'bridge.log')
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  let child: ChildProcess | undefined
  let lastTold = ''

  const rest = (ms: number) =>
    sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)

  function tell(line: string) {
    if (line === lastTold) return
    lastTold = line
    settings.tell(line)
  }

  function start(): Promise<void> {
    mkdirSync(join(dataFolder, 'bridge'), { recursive: true, mode: 0o700 })
    setAside(logPath)
    const output = openSync(logPath, 'a', 0o600)
    const started = spawn(
      process.execPath,
      // The panel's script is served with its types taken out, which Node still calls an experiment.
      ['--disable-warning=ExperimentalWarning', program],
      {
        env: {
          ...environment,
          TALUS_DATA: dataFolder,
          BRIDGE_PORT: String(port),
          BRIDGE_IS_KEPT: '1',
        },
        stdio: ['ignore', output, output],
        detached: true,
        windowsHide: true,
      },
    )
    closeSync(output)
    child = started
    return new Promise((resolve) => {
      const over = () => {
        child = undefined
        resolve()
      }
      started.once('exit', over)
      started.once('error', over)
    })
  }

  /** Until it answers, or has died. */
  async function greet(isOver: () => boolean) {
    while (!isEnding() && !isOver()) {
      if ((await bridge.look()) === 'ours') {
        const panel = await bridge.panelUrl()
        tell(
          panel === undefined
            ? `X-ray hardware: bridge on port ${port}`
            : `X-ray simulator: ${panel}`,
        )
        return
      }
      await rest(100)
    }
  }

  /** Started by somebody else, or by a server that is no more: it is ours to use until it is gone. */
  async function watchOver() {
    await greet(() => false)
    log.info({ port }, 'a bridge is running already')
    while (!isEnding() && (await bridge.look()) === 'ours') await rest(pauses.lookMs)
  }

  async function runOnce() {
    let isOver = false
    const end = start().then(() => {
      isOver = true
    })
    await greet(() => isOver)
    await end
    if (isEnding()) return
    const said = await lastLineOf(logPath)
    log.warn({ port, said }, 'the bridge has ended and is started again')
    tell(`X-ray hardware: the bridge has ended (${said})`)
  }

  async function keep() {
    let pause = pauses.firstMs
    while (!isEnding()) {
      const found = await bridge.look()
      const since = performance.now()
      if (found === 'ours') await watchOver()
      else if (found === 'nobody') await runOnce()
      else
        tell(
          found === 'other bridge'
            ? `X-ray hardware: none. Port ${port} has the bridge of another data folder; say BRIDGE_PORT`
            : `X-ray hardware: none. Port ${port} is taken by another program; say BRIDGE_PORT`,
        )
      if (performance.now() - since > pauses.heldMs) pause = pauses.firstMs
      await rest(pause)
      pause = Math.min(pause * 2, pauses.longestMs)
    }
  }

  const keeping = keep().catch((error: unknown) => log.warn({ err: error }, 'no bridge is kept'))

  return {
    stop: async () => {
      ending.abort()
      const ended = child && new Promise((resolve) => child?.once('exit', resolve))
      // One that somebody runs by hand does not know this order, and stays.
      await bridge.askToStop()
      if (ended) {
        await Promise.race([ended, sleep(endMs, undefined, { ref: false })])
        child?.kill('SIGKILL')
      }
      await keeping
    },
  }
}

/** One old log is enough to see why something went wrong. */
function setAside(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > logMaxBytes) renameSync(path, `${path}.old`)
}

async function lastLineOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - 2000)
    const { buffer, bytesRead } = await file.read({
      position: start,
      length: 2000,
      buffer: Buffer.alloc(2000),
    })
    return buffer.subarray(0, bytesRead).toString().trimEnd().split('\n').at(-1) ?? ''
  } finally {
    await file.close()
  }
}
