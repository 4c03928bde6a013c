import { randomUUID } from 'node:crypto'
import type { Lease, LeaseRequest } from '@talus/contract'
import type { Timing } from '@talus/devices'
import { refuse } from './refusal.ts'

/** The server repeats its wish every 10 s; three times unheard, the sensor is free for others. */
export const leaseMs = 30_000

/** One person at a time has a sensor. */
export function leaseBook(timing: Timing, onEnded: () => void) {
  let held: { readonly leaseId: string; readonly holder: string } | undefined
  let cancelExpiry: () => void = () => undefined

  function end() {
    cancelExpiry()
    held = undefined
    onEnded()
  }

  function extend(lease: { readonly leaseId: string; readonly holder: string }): Lease {
    cancelExpiry()
    held = lease
    cancelExpiry = timing.after(leaseMs, end)
    return { ...lease, expiresInMs: leaseMs }
  }

  return {
    take: ({ holder, leaseId }: LeaseRequest): Lease => {
      if (leaseId !== undefined) {
        if (held?.leaseId !== leaseId) refuse('bridge/lease-lost', held?.holder)
        return extend(held)
      }
      if (held) refuse('bridge/lease-held', held.holder)
      return extend({ leaseId: randomUUID(), holder })
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
