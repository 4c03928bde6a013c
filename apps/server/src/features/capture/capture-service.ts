import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@talus/contract'
import type { Bridges, GeneratorPower, SensorUses } from '../devices/index.ts'
import { createFrameIntake } from './frames/frame-intake.ts'
import type { IntakeDeps } from './frames/frame-intake.ts'
import { createRecovery } from './recovery/recovery.ts'
import { disarm, createSensorSlots } from './exposure/sensor-slot.ts'

/** How long the server waits at shutdown for an image that is being created. */
const shutdownTimeoutMs = 10_000

export interface CaptureServiceDeps extends IntakeDeps {
  readonly bridges: Bridges
  readonly sensorUses: SensorUses
  readonly generatorPower: GeneratorPower
}

/**
 * The capture service of this computer: a slot for each sensor, the frame intake, and the recovery
 * of frames that no call waits for.
 */
export function openCapture(deps: CaptureServiceDeps) {
  const slots = createSensorSlots(deps.sensorUses)
  const intake = createFrameIntake(deps)
  const recovery = createRecovery({ ...deps, slots, intake })

  return {
    ...deps,
    slots,
    intake,
    start: () => recovery.start(),
    /**
     * Ends all waiting calls and disarms the sensors. Frames of irradiated patients stay in the
     * bridge.
     */
    stop: async () => {
      const createRefusal = () => new Refusal('server/unavailable')
      await Promise.all(
        slots.list().map(async (slot) => {
          const { active, lease, watch } = slot
          if (active) {
            active.isCancelled = true
            await disarm(slot, active, createRefusal())
            active.wait?.giveUp(createRefusal())
            await Promise.race([active.ended, sleep(shutdownTimeoutMs, undefined, { ref: false })])
          }
          await lease.release()
          watch.stop()
        }),
      )
      await recovery.stop()
    },
    /** Resolves when all frames whose import has started are imported. */
    idle: () => intake.idle(),
  }
}

export type Capture = ReturnType<typeof openCapture>
