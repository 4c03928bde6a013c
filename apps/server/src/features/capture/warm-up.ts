import { countsPerMicrogray, simulatedPanels } from '@talus/imaging/phantom'
import type { Logger } from '@talus/node-kit/logger'
import type { ProcessPool } from '../../workers/index.ts'
import type { Bridges } from '../devices/index.ts'

/**
 * Precomputes the calibration of simulated panels. It takes seconds, once, and the first X-ray of a
 * new demo would wait for it. Real sensors deliver their own calibration.
 */
export async function warmUpSimulatedPanels({
  bridges,
  processPool,
  log,
}: {
  readonly bridges: Bridges
  readonly processPool: ProcessPool
  readonly log: Logger
}): Promise<void> {
  try {
    for (const { bridge, name } of await bridges.listAttached()) {
      const response = await bridge.status(name).catch(() => undefined)
      if (response?.status.driver !== 'simulator') continue
      for (const { detectorSeed, width, height } of simulatedPanels[name]) {
        const calibration = { detectorSeed, countsPerMicrogray }
        await processPool.warm({ width, height, calibration })
      }
    }
  } catch (error) {
    log.warn({ err: error }, 'panels not calibrated ahead')
  }
}
