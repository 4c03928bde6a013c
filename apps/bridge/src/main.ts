import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeTokenFile } from '@talus/contract'
import { simulateTestObject } from '@talus/devices'
import type { FrameSimulator, Timing } from '@talus/devices'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { createPrivateFiles, makeFolderPrivate } from '@talus/node-kit/private-files'
import { loadSharedToken } from '@talus/node-kit/shared-token'
import { startBridge } from './bridge.ts'
import type { BridgeLan } from './bridge.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { readStoredDrivers } from './drivers/stored-drivers.ts'
import { loadLanIdentity } from './lan/lan-identity.ts'
import { codeMs, openPairing } from './lan/pairing.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { createPhantomFrames } from './phantom/phantom-frames.ts'

const timing: Timing = {
  now: Date.now,
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Only this file reads the environment and ends the process. */
async function main() {
  createPrivateFiles()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment = process.env
  const config = readConfig(environment, readStoredDrivers)
  // The log may be on a full disk: a line is lost then, but the process must not end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const log = createLog((line) => process.stderr.write(line), timing.now)
  for (const folder of [config.dataFolder, config.folder]) {
    const error = makeFolderPrivate(folder)
    if (error) log('folder-not-private', { folder, reason: error.message })
  }
  // Two bridges would both offer the same frames.
  const unlock = lockFolder(config.folder, {
    fileName: 'bridge.lock',
    program: 'bridge',
  })
  const token = loadSharedToken(join(config.dataFolder, bridgeTokenFile))
  const { frameSource, binning } = config
  const makeFrame: FrameSimulator =
    frameSource === 'phantom'
      ? createPhantomFrames(binning)
      : (exposure) => simulateTestObject(exposure, 1 / binning)
  const lan = await openLan(config, log)
  const open = (now: Config, ports = { port: config.port, lanPort: lan?.port ?? 0 }) =>
    startBridge({
      config: { ...now, port: ports.port },
      token,
      timing,
      log,
      makeFrame,
      onStop: () => void stop('stop'),
      onConfigured: () => void restart(),
      lan: lan && { ...lan, port: ports.lanPort },
    })
  let bridge = await open(config)
  process.stdout.write(`Bridge on http://127.0.0.1:${bridge.port}\n`)
  if (bridge.panelUrl) process.stdout.write(`Control panel of the simulator: ${bridge.panelUrl}\n`)
  if (lan) offerPairing(lan, bridge.lanPort ?? 0)

  /** Starts the devices with new drivers, at the same ports. */
  const restart = async () => {
    if (isStopping) return
    const { port, lanPort = 0 } = bridge
    try {
      await bridge.close()
      bridge = await open(readConfig(environment, readStoredDrivers), { port, lanPort })
    } catch (error) {
      // The server that supervises the bridge starts it again.
      log('restart-failed', { reason: String(error) })
      process.exit(1)
    }
  }

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log('stopping', { signal })
    await bridge.close()
    unlock()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(signal))
}

/** Opens the bridge for servers of other computers, if the settings ask for it. */
async function openLan({ lan, folder }: Config, log: Log): Promise<BridgeLan | undefined> {
  if (!lan) return undefined
  const identity = await loadLanIdentity(folder, new Date(timing.now()))
  const { fingerprint } = identity
  return { ...lan, identity, pairing: openPairing({ folder, fingerprint, timing, log }) }
}

/** Prints a pairing code, and another one when a server needs it or the user presses Enter. */
function offerPairing({ host, pairing }: BridgeLan, port: number) {
  const print = () =>
    process.stdout.write(
      `For servers of other computers: ${host}:${port}, paired: ${pairing.count()}\n` +
        `Pairing code, valid for ${codeMs / 60_000} minutes: ${pairing.createCode()}\n`,
    )
  print()
  pairing.whenCodeNeeded(print)
  if (!process.stdin.isTTY) return
  process.stdout.write('Press Enter for another code.\n')
  process.stdin.on('data', print)
}

try {
  await main()
} catch (error) {
  const isSettings = error instanceof ConfigError
  process.stderr.write(
    isSettings
      ? `The bridge cannot start with these settings:\n${error.message}\n`
      : `The bridge cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
