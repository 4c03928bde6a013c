import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { HeldExposure, SensorMemory } from '@talus/devices'
import { BridgeSensorName, CaptureContext, ExposureTechnique } from '@talus/contract'
import { z } from 'zod'
import { errorCode } from '../disk/error-code.ts'

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
 * The memory of the simulated panel outlives the process, as that of a real one does. It holds how
 * the frame was made, not the frame: the same again gives the same pixels.
 */
export function simulatorMemory(path: string): SensorMemory {
  let held: HeldExposure | undefined
  try {
    held = Held.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  return {
    read: () => held,
    write: (exposure) => {
      held = exposure
      try {
        writeFileSync(`${path}.part`, JSON.stringify(exposure), { mode: 0o600, flush: true })
        renameSync(`${path}.part`, path)
      } catch {
        // A real panel has its memory for itself; on a full disk this one has that of the process.
        rmSync(`${path}.part`, { force: true })
      }
    },
    clear: () => {
      held = undefined
      rmSync(path, { force: true })
    },
  }
}
