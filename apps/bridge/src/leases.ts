import { randomUUID } from 'node:crypto'
import type { Lease, LeaseRequest } from '@talus/contract'
import type { Timing } from '@talus/devices'
import { refuse } from './refusal.ts'

/** The server repeats its wish every 10 s; three times unheard, the sensor is free for others. */
export const leaseMs = 30_000

interface Held {
  readonly leaseId: string
  readonly holder: string
  /** By which it was taken, if it said so. */
  readonly server: string | undefined
}

/** One person at a time has a sensor. */
export function leaseBook(
  timing: Timing,
  isGone: (server: string) => boolean,
  onEnded: () => void,
) {
  let held: Held | undefined
  let cancelExpiry: () => void = () => undefined

  function end() {
    cancelExpiry()
    held = undefined
    onEnded()
  }

  function extend(lease: Held): Lease {
    cancelExpiry()
    held = lease
    cancelExpiry = timing.after(leaseMs, end)
    const { leaseId, holder } = lease
    return { leaseId, holder, expiresInMs: leaseMs }
  }

  /** Left behind by a server that has died, and wanted by the one that came after it. */
  const isLeft = ({ server: before }: Held, server: string | undefined) =>
    before !== undefined && server !== undefined && before !== server && isGone(before)

  return {
    take: ({ holder, leaseId }: LeaseRequest, server?: string): Lease => {
      if (leaseId !== undefined) {
        if (held?.leaseId !== leaseId) refuse('bridge/lease-lost', held?.holder)
        return extend(held)
      }
      // As when it runs out: what was armed is disarmed, what was irradiated is kept.
      if (held && isLeft(held, server)) end()
      if (held) refuse('bridge/lease-held', held.holder)
      return extend({ leaseId: randomUUID(), holder, server })
    },
    giveBack: (leaseId: string) => {
      if (held?.leaseId === leaseId) end()
    },
    mustHold: (leaseId: string) => {
      if (held?.leaseId !== leaseId) refuse('bridge/lease-lost', held?.holder)
    },
    holder: () => held?.holder,
    stop: () => cancelExpiry(),
  }
}
