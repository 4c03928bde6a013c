import { countsPerMicrogray, simulatedPanels } from '@talus/imaging/phantom'
import type { Logger } from '../../jobs/define-job.ts'
import type { Processings } from '../../workers/index.ts'
import type { Bridges } from '../devices/index.ts'

/**
 * Calibrates simulated panels ahead: that takes seconds, once, and the first X-ray of a new demo would
 * wait for them. Real sensors bring their calibration along.
 */
export async function warmUp({
  bridges,
  processings,
  log,
}: {
  readonly bridges: Bridges
  readonly processings: Processings
  readonly log: Logger
}): Promise<void> {
  try {
    for (const { bridge, name } of await bridges.ofThisMachine()) {
      const answer = await bridge.status(name).catch(() => undefined)
      if (answer?.status.driver !== 'simulator') continue
      for (const { detectorSeed, width, height } of simulatedPanels[name]) {
        const calibration = { detectorSeed, countsPerMicrogray }
        await processings.warm({ width, height, calibration })
      }
    }
  } catch (error) {
    log.warn({ err: error }, 'panels not calibrated ahead')
  }
}
