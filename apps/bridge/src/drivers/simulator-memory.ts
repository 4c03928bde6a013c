import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { HeldExposure, SensorMemory } from '@talus/devices'
import { BridgeSensorName, CaptureContext, ExposureTechnique } from '@talus/contract'
import { z } from 'zod'
import { getErrorCode } from '@talus/node-kit/error-code'

const Held = z.object({
  exposureId: z.string(),
  captureId: z.string().nullable(),
  exposedAt: z.string(),
  exposure: z.object({
    sensor: BridgeSensorName,
    seed: z.number(),
    technique: ExposureTechnique.nullable(),
    doseFactor: z.number(),
    context: CaptureContext.nullable(),
  }),
})

/**
 * The memory of the simulated panel survives the process, like that of a real panel. It contains
 * the parameters of the frame, not the frame: the same parameters give the same pixels.
 */
export function openSimulatorMemory(path: string): SensorMemory {
  let held: HeldExposure | undefined
  try {
    held = Held.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  return {
    read: () => held,
    write: (exposure) => {
      held = exposure
      try {
        writeFileSync(`${path}.part`, JSON.stringify(exposure), { mode: 0o600, flush: true })
        renameSync(`${path}.part`, path)
      } catch {
        // A real panel has memory of its own; on a full disk the simulated one uses that of the
        // process.
        rmSync(`${path}.part`, { force: true })
      }
    },
    clear: () => {
      held = undefined
      rmSync(path, { force: true })
    },
  }
}
