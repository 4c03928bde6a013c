import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { BridgeSaidNo } from '../../devices/index.ts'
import type { SensorPlace } from '../../devices/index.ts'

/** A third of the time after which the bridge takes it back. */
const renewMs = 10_000
/** Between two images of a series an animal is turned; whoever has gone must not keep the room. */
const restMs = 20_000

/** The bridge knows after three seconds that the server before has died; else its lease runs out. */
const leftMs = 33_000
const againMs = 500

export interface Holder {
  readonly userId: UserId
  readonly name: string
}

/** Who has a sensor: one person at a time, from his first image until some time after his last. */
export function leaseKeeper({ bridge, name }: SensorPlace) {
  let held: { readonly leaseId: string; readonly holder: Holder } | undefined
  const startedAt = Date.now()
  let renewing: NodeJS.Timeout | undefined
  let resting: NodeJS.Timeout | undefined

  const forget = () => {
    clearInterval(renewing)
    clearTimeout(resting)
    held = undefined
  }

  async function renew(): Promise<boolean> {
    if (!held) return false
    try {
      await bridge.lease(name, { holder: held.holder.name, leaseId: held.leaseId })
      return true
    } catch (error) {
      // A bridge that is away for a moment may still know it.
      if (error instanceof BridgeSaidNo) forget()
      return false
    }
  }

  async function take(holder: Holder): Promise<string> {
    for (;;)
      try {
        return (await bridge.lease(name, { holder: holder.name })).leaseId
      } catch (error) {
        const isHeld = error instanceof BridgeSaidNo && error.bridgeCode === 'bridge/lease-held'
        // Whoever has it by this server is known: this one was taken by the server before.
        if (!isHeld || Date.now() - startedAt > leftMs) throw error
        await sleep(againMs)
      }
  }

  /** What a server that has died left armed is disarmed; what a living one has stays its own. */
  async function clearLeft(holder: Holder) {
    // A bridge that is not there has armed nothing.
    const answer = await bridge.status(name).catch(() => undefined)
    if (held || !answer?.status.lease) return
    const { leaseId } = await bridge.lease(name, { holder: holder.name })
    await bridge.release(name, leaseId)
  }

  async function release() {
    const leaseId = held?.leaseId
    forget()
    // It ends by itself where the bridge does not hear it.
    if (leaseId !== undefined) await bridge.release(name, leaseId).catch(() => undefined)
  }

  return {
    holder: () => held?.holder,
    leaseId: () => held?.leaseId,
    /** Refused with the name of whoever has it. */
    hold: async (holder: Holder): Promise<string> => {
      clearTimeout(resting)
      if (held && held.holder.userId !== holder.userId)
        refuse('device/in-use', { values: { holder: held.holder.name } })
      if (held && (await renew())) return held.leaseId
      forget()
      const leaseId = await take(holder)
      held = { leaseId, holder }
      renewing = setInterval(() => void renew(), renewMs).unref()
      return leaseId
    },
    /** The last call has ended: given back, unless the next one comes soon. */
    rest: () => {
      clearTimeout(resting)
      resting = setTimeout(() => void release(), restMs).unref()
    },
    clearLeft,
    release,
  }
}

export type LeaseKeeper = ReturnType<typeof leaseKeeper>
