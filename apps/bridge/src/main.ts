import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeTokenFile } from '@talus/contract'
import { simulateTestObject } from '@talus/devices'
import type { FrameSimulator, Timing } from '@talus/devices'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { loadSharedToken } from '@talus/node-kit/shared-token'
import { startBridge } from './bridge.ts'
import { ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'
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
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  // The log may be on a full disk: a line is lost then, but the process must not end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const log = createLog((line) => process.stderr.write(line), timing.now)
  // Two bridges would both offer the same frames.
  const unlock = lockFolder(config.folder, {
    fileName: 'bridge.lock',
    program: 'bridge',
    mode: 0o700,
  })
  const token = loadSharedToken(join(config.dataFolder, bridgeTokenFile))
  const { frameSource, binning } = config
  const makeFrame: FrameSimulator =
    frameSource === 'phantom'
      ? createPhantomFrames(binning)
      : (exposure) => simulateTestObject(exposure, 1 / binning)
  const onStop = () => void stop('stop')
  const bridge = await startBridge({ config, token, timing, log, makeFrame, onStop })
  process.stdout.write(`Bridge on http://127.0.0.1:${bridge.port}\n`)
  if (bridge.panelUrl) process.stdout.write(`Control panel of the simulator: ${bridge.panelUrl}\n`)

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
