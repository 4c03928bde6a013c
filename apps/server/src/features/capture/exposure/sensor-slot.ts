import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@talus/contract'
import type { Actor, CancelOutcome, EnteredTechnique, UserId } from '@talus/contract'
import { refuseInUse, watchSensor } from '../../devices/index.ts'
import type { AttachedSensor, CaptureUse, SensorUses, SensorWatch } from '../../devices/index.ts'
import type { ExposureWait } from './exposure-wait.ts'
import { createSensorLease } from './sensor-lease.ts'
import type { SensorLease } from './sensor-lease.ts'

/** A call that waits for an image. */
export interface ActiveCapture {
  readonly captureId: string
  readonly attempt: string | undefined
  readonly holder: CaptureUse
  /** Aborted when the page is closed or reloaded. */
  readonly disconnected: AbortSignal
  /** Set once the sensor is being armed. */
  wait: ExposureWait | undefined
  isCancelled: boolean
  /** The page arms the sensor again at once, for another annotation: no other page may come between. */
  keepsLease: boolean
  /** The technique on the screen now, if no generator reports one. */
  enteredTechnique: EnteredTechnique | undefined
  readonly ended: Promise<void>
}

export interface SensorSlot {
  /** The records of the sensor at its last use: it may be renamed or registered for more clinics. */
  attached: AttachedSensor
  readonly watch: SensorWatch
  readonly lease: SensorLease
  active: ActiveCapture | undefined
  /** The last cancellation that ends a capture for good, on the clock of the process. */
  cancelled: { readonly userId: UserId; readonly at: number } | undefined
  /** The attempt that its page has cancelled last to arm the sensor again. */
  cancelledAttempt: string | undefined
  /** The attempt that timed out last. */
  timedOutAttempt: string | undefined
}

/**
 * A reloaded page may send its call before the server notices that the old connection is closed.
 */
const reloadMs = 1500
const pollMs = 100

export const createCancelledRefusal = () => new Refusal('capture/cancelled')

/** One slot for each sensor: at most one capture is active in it. */
export function createSensorSlots(sensorUses: SensorUses) {
  const slots = new Map<string, SensorSlot>()
  return {
    getOrCreate: (attached: AttachedSensor): SensorSlot => {
      const known = slots.get(attached.key)
      if (known) {
        known.attached = attached
        return known
      }
      const slot: SensorSlot = {
        attached,
        watch: watchSensor(attached),
        lease: createSensorLease(attached),
        active: undefined,
        cancelled: undefined,
        cancelledAttempt: undefined,
        timedOutAttempt: undefined,
      }
      slots.set(attached.key, slot)
      sensorUses.register(attached.key, () => {
        const { active, lease } = slot
        const holder = active?.holder ?? lease.holder()
        return holder && { ...holder, isActive: active !== undefined, leaseId: lease.leaseId() }
      })
      return slot
    },
    find: (key: string) => slots.get(key),
    /** Ends the connection to a sensor that is no longer registered. */
    remove: (key: string) => {
      slots.get(key)?.watch.stop()
      slots.delete(key)
    },
    list: () => [...slots.values()],
  }
}
export type SensorSlots = ReturnType<typeof createSensorSlots>

/**
 * Claims the slot when no other capture is active. A second window of the same user is refused; a
 * reloaded page waits until the call of the old one has ended.
 */
export async function acquire(
  slot: SensorSlot,
  active: ActiveCapture,
  actor: Actor,
): Promise<void> {
  for (let waited = 0; slot.active; waited += pollMs) {
    const { holder, disconnected, ended } = slot.active
    if (holder.userId !== active.holder.userId) refuseInUse(holder, actor)
    if (disconnected.aborted) await ended
    else if (waited < reloadMs) await sleep(pollMs)
    else refuseInUse(holder, actor)
  }
  // No await between check and set, so two concurrent calls cannot both pass.
  slot.active = active
}

/**
 * Cancels a capture, unless the patient was irradiated: then the image is created as usual. While the
 * switch of the generator is pressed, the radiation may come at any moment: it is waited for.
 */
export async function disarm(
  slot: SensorSlot,
  active: ActiveCapture,
  reason = createCancelledRefusal(),
) {
  const { wait } = active
  for (;;) {
    if (!wait || wait.isIrradiated()) return
    const outcome = await cancelAtBridge(slot, active)
    if (outcome === 'cancelled') wait.giveUp(reason)
    if (outcome !== 'pressed') return
    await sleep(pollMs)
  }
}

/** Without a lease, or when the lease is no longer renewed, the bridge disarms by itself. */
async function cancelAtBridge(
  { attached, lease }: SensorSlot,
  { captureId }: ActiveCapture,
): Promise<CancelOutcome> {
  const leaseId = lease.leaseId()
  if (leaseId === undefined) return 'cancelled'
  return attached.bridge.cancel(attached.name, leaseId, captureId).catch(() => 'cancelled' as const)
}
