import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@talus/contract'
import type { Bridges } from '../devices/index.ts'
import { frameIntake } from './frames/frame-intake.ts'
import type { IntakeDeps } from './frames/frame-intake.ts'
import { startRecovery } from './frames/recovery.ts'
import { disarm, sensorDesks } from './exposure/sensor-desk.ts'

/** An image that is being made is finished before the server ends. */
const patienceMs = 10_000

export interface TakingDeps extends IntakeDeps {
  readonly bridges: Bridges
}

/** All that takes images at this machine: the desks of its sensors, the intake, the search for lost ones. */
export function takeImages(deps: TakingDeps) {
  const desks = sensorDesks()
  const intake = frameIntake(deps)
  const recovery = startRecovery({ ...deps, desks, intake })

  return {
    ...deps,
    desks,
    intake,
    start: () => recovery.start(),
    /** Nobody is left waiting, no sensor armed; what was irradiated waits in the bridge. */
    stop: async () => {
      const stopping = () => new Refusal('server/unavailable')
      await Promise.all(
        desks.all().map(async (desk) => {
          const { pending, keeper, watch } = desk
          if (pending) {
            pending.isCancelled = true
            await disarm(desk, pending, stopping())
            pending.wait?.giveUp(stopping())
            await Promise.race([pending.ended, sleep(patienceMs, undefined, { ref: false })])
          }
          await keeper.release()
          watch.stop()
        }),
      )
      await recovery.stop()
    },
    /** What was begun is finished. */
    idle: () => intake.idle(),
  }
}

export type ImageTaking = ReturnType<typeof takeImages>
