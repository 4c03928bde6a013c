import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, refuse } from '@talus/contract'
import { watchSensor } from '../../devices/index.ts'
import type { SensorPlace, SensorWatch } from '../../devices/index.ts'
import type { ExposureWait } from './exposure-wait.ts'
import { leaseKeeper } from './lease-keeper.ts'
import type { Holder, LeaseKeeper } from './lease-keeper.ts'

/** A call that waits for an image. */
export interface Pending {
  readonly captureId: string
  readonly holder: Holder
  /** Raised when its page is closed or loaded again. */
  readonly gone: AbortSignal
  /** Set once the sensor is being armed. */
  wait: ExposureWait | undefined
  isCancelled: boolean
  readonly ended: Promise<void>
}

export interface SensorDesk {
  readonly place: SensorPlace
  readonly watch: SensorWatch
  readonly keeper: LeaseKeeper
  pending: Pending | undefined
  /** The attempt that was told last that no radiation came. */
  timedOut: string | undefined
}

/** A page that is loaded again may be back before the line of the old one is seen to be cut. */
const leavingMs = 1500
const lookAgainMs = 100

export const cancelled = () => new Refusal('capture/cancelled')

/** One desk for each sensor: there the calls of people meet. */
export function sensorDesks() {
  const desks = new Map<string, SensorDesk>()
  return {
    of: (place: SensorPlace): SensorDesk => {
      const known = desks.get(place.key)
      if (known) return known
      const desk = {
        place,
        watch: watchSensor(place),
        keeper: leaseKeeper(place),
        pending: undefined,
        timedOut: undefined,
      }
      desks.set(place.key, desk)
      return desk
    },
    find: (key: string) => desks.get(key),
    all: () => [...desks.values()],
  }
}
export type SensorDesks = ReturnType<typeof sensorDesks>

/**
 * Sits down at the desk when nobody else waits there. Two windows of one person are told of each
 * other; a page that was loaded again goes on where the old one has left.
 */
export async function sitDown(desk: SensorDesk, pending: Pending): Promise<void> {
  for (let waited = 0; desk.pending; waited += lookAgainMs) {
    const { holder, gone, ended } = desk.pending
    const values = { holder: holder.name }
    if (holder.userId !== pending.holder.userId) refuse('device/in-use', { values })
    if (gone.aborted) await ended
    else if (waited < leavingMs) await sleep(lookAgainMs)
    else refuse('device/in-use', { values })
  }
  // In the same breath as the look: of two who come at once the second finds the first.
  desk.pending = pending
}

/** Nothing is cancelled that an animal was irradiated for: then the image comes as if nobody had asked. */
export async function disarm({ place, keeper }: SensorDesk, pending: Pending, why = cancelled()) {
  const { wait, captureId } = pending
  const leaseId = keeper.leaseId()
  if (!wait || wait.isIrradiated()) return
  // Without a lease, or when it hears nothing more of one, the bridge disarms by itself.
  const outcome =
    leaseId === undefined
      ? 'cancelled'
      : await place.bridge.cancel(place.name, leaseId, captureId).catch(() => 'cancelled' as const)
  if (outcome === 'cancelled') wait.giveUp(why)
}
