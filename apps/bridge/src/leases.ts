import { randomUUID } from 'node:crypto'
import type { Lease, LeaseRequest } from '@talus/contract'
import type { Timing } from '@talus/devices'
import { refuse } from './refusal.ts'

/**
 * The server renews its lease every 10 s; after three missed renewals the sensor is free for
 * others.
 */
export const leaseMs = 30_000

interface HeldLease {
  readonly leaseId: string
  readonly holder: string
  /** The name of the server that acquired it, if it sent one. */
  readonly server: string | undefined
}

/** Leases a sensor to one user at a time. */
export function createLeases(
  timing: Timing,
  isGone: (server: string) => boolean,
  onEnded: () => void,
) {
  let held: HeldLease | undefined
  let cancelExpiry: () => void = () => undefined

  function end() {
    cancelExpiry()
    held = undefined
    onEnded()
  }

  function extend(lease: HeldLease): Lease {
    cancelExpiry()
    held = lease
    cancelExpiry = timing.after(leaseMs, end)
    const { leaseId, holder } = lease
    return { leaseId, holder, expiresInMs: leaseMs }
  }

  /** The lease belongs to a server that has died, and the request comes from another one. */
  const isAbandoned = ({ server: before }: HeldLease, server: string | undefined) =>
    before !== undefined && server !== undefined && before !== server && isGone(before)

  return {
    acquire: ({ holder, leaseId }: LeaseRequest, server?: string): Lease => {
      if (leaseId !== undefined) {
        if (held?.leaseId !== leaseId) refuse('bridge/lease-lost', held?.holder)
        return extend(held)
      }
      // Same as on expiry: an armed sensor is disarmed, an exposed frame is kept.
      if (held && isAbandoned(held, server)) end()
      if (held) refuse('bridge/lease-held', held.holder)
      return extend({ leaseId: randomUUID(), holder, server })
    },
    release: (leaseId: string) => {
      if (held?.leaseId === leaseId) end()
    },
    requireLease: (leaseId: string) => {
      if (held?.leaseId !== leaseId) refuse('bridge/lease-lost', held?.holder)
    },
    /** Without a lease everyone may give orders; with one, only its holder. */
    requireFreeOrHeld: (leaseId: string | undefined) => {
      if (held && held.leaseId !== leaseId) refuse('bridge/lease-held', held.holder)
    },
    holder: () => held?.holder,
    stop: () => cancelExpiry(),
  }
}
