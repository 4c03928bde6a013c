import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '@talus/contract'
import { BridgeRefusal, refuseInUse } from '../../devices/index.ts'
import type { AttachedSensor, CaptureUse } from '../../devices/index.ts'

/** A third of the time after which the lease expires at the bridge. */
const renewMs = 10_000
/**
 * The user keeps the sensor while the patient is repositioned between two images, but must not
 * block it after leaving.
 */
const idleMs = 20_000

/**
 * The bridge notices within three seconds that the previous server has died; otherwise the lease of
 * that server expires within this time.
 */
const staleMs = 33_000
const retryMs = 500

/**
 * The lease of a sensor: one user at a time, from their first image until some time after their
 * last.
 */
export function createSensorLease({ bridge, name }: AttachedSensor) {
  let held: { readonly leaseId: string; readonly holder: CaptureUse } | undefined
  const startedAt = Date.now()
  let renewTimer: NodeJS.Timeout | undefined
  let releaseTimer: NodeJS.Timeout | undefined

  const forget = () => {
    clearInterval(renewTimer)
    clearTimeout(releaseTimer)
    held = undefined
  }

  async function renew(): Promise<boolean> {
    if (!held) return false
    try {
      await bridge.lease(name, { holder: held.holder.name, leaseId: held.leaseId })
      return true
    } catch (error) {
      // A bridge that is unreachable for a moment may still know the lease.
      if (error instanceof BridgeRefusal) forget()
      return false
    }
  }

  async function requestLease({ name: holder }: CaptureUse): Promise<string> {
    for (;;)
      try {
        return (await bridge.lease(name, { holder })).leaseId
      } catch (error) {
        const isHeld = error instanceof BridgeRefusal && error.bridgeCode === 'bridge/lease-held'
        // Holders of this server are known, so the lease belongs to the previous server process.
        if (!isHeld || Date.now() - startedAt > staleMs) throw error
        await sleep(retryMs)
      }
  }

  /**
   * Disarms the sensor that a dead server left armed. The lease of a running server is not touched.
   */
  async function releaseStale(holder: string) {
    // An unreachable bridge has armed nothing.
    const response = await bridge.status(name).catch(() => undefined)
    if (held || !response?.status.lease) return
    const { leaseId } = await bridge.lease(name, { holder })
    await bridge.release(name, leaseId)
  }

  async function release() {
    const leaseId = held?.leaseId
    forget()
    // The lease expires if the bridge does not get this call.
    if (leaseId !== undefined) await bridge.release(name, leaseId).catch(() => undefined)
  }

  return {
    holder: () => held?.holder,
    leaseId: () => held?.leaseId,
    /** Refuses with the name of the user who holds the sensor. */
    acquire: async (holder: CaptureUse, actor: Actor): Promise<string> => {
      clearTimeout(releaseTimer)
      if (held && held.holder.userId !== holder.userId) refuseInUse(held.holder, actor)
      if (held && (await renew())) {
        held = { ...held, holder }
        return held.leaseId
      }
      forget()
      const leaseId = await requestLease(holder)
      held = { leaseId, holder }
      renewTimer = setInterval(() => void renew(), renewMs).unref()
      return leaseId
    },
    /** The last call has ended: the lease is released unless another call follows soon. */
    releaseLater: () => {
      clearTimeout(releaseTimer)
      releaseTimer = setTimeout(() => void release(), idleMs).unref()
    },
    releaseStale,
    release,
  }
}

export type SensorLease = ReturnType<typeof createSensorLease>
