import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBridgeProbe } from './bridge-probe.ts'

/** The built bridge for a built server, the bridge's sources for a server run from source. */
const program = join(
  import.meta.dirname,
  '../../bridge',
  import.meta.filename.endsWith('.ts') ? 'src/main.ts' : 'dist/main.js',
)

interface Log {
  readonly info: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
}

export interface BridgeSupervisorSettings {
  readonly dataFolder: string
  readonly port: number
  /** The secret shared by server and bridge. */
  readonly token: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
  /**
   * Prints a line for the user: the address of the simulator's panel, or why there is no bridge.
   * Called when it changes.
   */
  readonly print: (line: string) => void
  readonly delays?: Partial<typeof defaultDelays>
}

const defaultDelays = {
  /** Back-off between an exit and the next start; reset after the bridge has run for `heldMs`. */
  firstMs: 500,
  longestMs: 30_000,
  heldMs: 60_000,
  /** How often a bridge that is not a child process is probed. */
  probeMs: 2000,
}
const logMaxBytes = 5_000_000
const endMs = 5000

/**
 * Keeps a bridge running beside this server. The bridge runs in its own session and logs to a file:
 * neither Ctrl-C nor a crash of the server stops it, so an exposure in progress is finished. The
 * next server finds it on its port, recognises it by the shared token, and takes it over.
 */
export function superviseBridge(settings: BridgeSupervisorSettings) {
  const { dataFolder, port, token, log } = settings
  const delays = { ...defaultDelays, ...settings.delays }
  const probe = createBridgeProbe(port, token)
  const logPath = join(dataFolder, 'bridge', 'bridge.log')
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  let child: ChildProcess | undefined
  let lastLine = ''

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)

  function printOnce(line: string) {
    if (line === lastLine) return
    lastLine = line
    settings.print(line)
  }

  function start(): Promise<void> {
    const started = spawnBridge(settings, logPath)
    child = started
    return new Promise((resolve) => {
      const onEnd = () => {
        child = undefined
        resolve()
      }
      started.once('exit', onEnd)
      started.once('error', onEnd)
    })
  }

  /** Waits until the bridge answers or has exited, and prints where it is. */
  async function waitForBridge(isOver: () => boolean) {
    while (!isEnding() && !isOver()) {
      if ((await probe.identify()) === 'ours') {
        const panel = await probe.createPanelUrl()
        printOnce(
          panel === undefined
            ? `X-ray hardware: bridge on port ${port}`
            : `X-ray simulator: ${panel}`,
        )
        return
      }
      await pause(100)
    }
  }

  /** Uses a bridge that the user or an earlier server started, for as long as it runs. */
  async function adoptRunningBridge() {
    await waitForBridge(() => false)
    log.info({ port }, 'a bridge is running already')
    while (!isEnding() && (await probe.identify()) === 'ours') await pause(delays.probeMs)
  }

  async function runBridge() {
    let isOver = false
    const end = start().then(() => {
      isOver = true
    })
    await waitForBridge(() => isOver)
    await end
    if (isEnding()) return
    const lastLogLine = await readLastLine(logPath)
    log.warn({ port, said: lastLogLine }, 'the bridge has ended and is started again')
    printOnce(`X-ray hardware: the bridge has ended (${lastLogLine})`)
  }

  async function supervise() {
    let delay = delays.firstMs
    while (!isEnding()) {
      const found = await probe.identify()
      const since = performance.now()
      if (found === 'ours') await adoptRunningBridge()
      else if (found === 'nobody') await runBridge()
      else
        printOnce(
          found === 'other bridge'
            ? `X-ray hardware: none. Port ${port} has the bridge of another data folder; say BRIDGE_PORT`
            : `X-ray hardware: none. Port ${port} is taken by another program; say BRIDGE_PORT`,
        )
      if (performance.now() - since > delays.heldMs) delay = delays.firstMs
      await pause(delay)
      delay = Math.min(delay * 2, delays.longestMs)
    }
  }

  const supervising = supervise().catch((error: unknown) =>
    log.warn({ err: error }, 'no bridge is kept'),
  )

  return {
    stop: async () => {
      ending.abort()
      const ended = child && new Promise((resolve) => child?.once('exit', resolve))
      // A bridge that the user started does not have this route, and keeps running.
      await probe.requestStop()
      if (ended) {
        await Promise.race([ended, sleep(endMs, undefined, { ref: false })])
        child?.kill('SIGKILL')
      }
      await supervising
    },
  }
}

/** Starts the bridge in a session of its own, with its output in the log file. */
function spawnBridge(
  { dataFolder, port, environment }: BridgeSupervisorSettings,
  logPath: string,
): ChildProcess {
  mkdirSync(join(dataFolder, 'bridge'), { recursive: true, mode: 0o700 })
  rotateLog(logPath)
  const output = openSync(logPath, 'a', 0o600)
  const started = spawn(
    process.execPath,
    // The panel's script is served with its types stripped, which Node still calls experimental.
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
  return started
}

/** Keeps one old log, which is enough to find the cause of a fault. */
function rotateLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > logMaxBytes) renameSync(path, `${path}.old`)
}

async function readLastLine(path: string): Promise<string> {
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
