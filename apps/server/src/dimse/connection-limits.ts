import type { Socket } from 'node:net'
import { toCallerAddress } from './caller-address.ts'
import type { Rejection } from './fault.ts'

export interface ConnectionBounds {
  /** Most simultaneous associations in total; `perAddress` limits them for each address. */
  readonly associations: number
  readonly perAddress: number
  /** Most associations with one clinic, however many addresses its systems have. */
  readonly perOwner: number
  /** Further associations, which only addresses of listed devices may use. */
  readonly reserved: number
  /** Most connections that have sent no complete A-ASSOCIATE-RQ, in total and of one address. */
  readonly waiting: number
  readonly waitingPerAddress: number
  /** How long a connection may wait while half of `waiting` is used. */
  readonly crowdedMs: number
}

/** PS3.8 9.3.4: rejected transiently by the service provider. */
export const congestion: Rejection = { result: 2, source: 3, reason: 1 }
const limitExceeded: Rejection = { result: 2, source: 3, reason: 2 }

function decrement(counts: Map<string, number>, key: string) {
  const remaining = (counts.get(key) ?? 1) - 1
  if (remaining === 0) counts.delete(key)
  else counts.set(key, remaining)
}

/** One connection, from the moment it was accepted. */
export interface CountedConnection {
  /** Counts it as an association, or returns why there is no capacity for it. */
  readonly begin: () => Rejection | undefined
  /** Counts it for the clinic that it belongs to, or returns that the clinic has too many. */
  readonly assign: (owner: string) => Rejection | undefined
  /** The association is over; only the socket has to close. */
  readonly end: () => void
}

interface Entry {
  readonly tcp: Socket
  readonly caller: string
  readonly isKnown: boolean
  readonly since: number
  owner?: string
}

/** Devices send their request at once: connections older than this are silent. */
const trimEveryMs = 200
/** Until the next trim a burst may exceed `waiting` by this factor. */
const burstFactor = 4
/** Closing connections above this number are closed at once. */
const closingMax = 256
/** In the cloud all devices of a clinic share one address. */
const knownFactor = 2

/**
 * Counts the connections. A connection without a request costs its sender nothing, so the oldest of
 * these gives way to new ones: first those of the same address, then those of unknown addresses. An
 * address of a listed device gives way to listed devices only.
 */
export function createConnectionLimits(
  bounds: ConnectionBounds,
  knowsAddress: (address: string) => boolean,
) {
  // Sets keep the order of insertion: the first one is the oldest.
  const waiting = new Set<Entry>()
  const serving = new Set<Entry>()
  const closing = new Set<Entry>()
  const waitingOf = new Map<string, Set<Entry>>()
  const servingOf = new Map<string, number>()
  const servingOfOwner = new Map<string, number>()
  let unknownServed = 0
  let timer: NodeJS.Timeout | undefined

  function forgetWaiting(entry: Entry) {
    waiting.delete(entry)
    const same = waitingOf.get(entry.caller)
    same?.delete(entry)
    if (same?.size === 0) waitingOf.delete(entry.caller)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function forgetServing(entry: Entry) {
    if (!serving.delete(entry)) return
    if (!entry.isKnown) unknownServed -= 1
    decrement(servingOf, entry.caller)
    if (entry.owner !== undefined) decrement(servingOfOwner, entry.owner)
  }

  function shed(entry: Entry | undefined) {
    if (!entry) return
    forgetWaiting(entry)
    entry.tcp.destroy()
  }

  function shedOldest() {
    for (const entry of waiting) if (!entry.isKnown) return shed(entry)
    const [oldest] = waiting
    shed(oldest)
  }

  /** Applies the bounds once requests that came with their connection have been read. */
  function trim() {
    for (const same of Array.from(waitingOf.values()))
      for (const entry of same) {
        if (same.size <= bounds.waitingPerAddress) break
        shed(entry)
      }
    while (waiting.size > bounds.waiting) shedOldest()
    const oldestAllowed = performance.now() - bounds.crowdedMs
    for (const entry of waiting) {
      if (waiting.size < bounds.waiting / 2) break
      if (!entry.isKnown && entry.since < oldestAllowed) shed(entry)
    }
  }

  function findObstacle({ caller, isKnown }: Entry): Rejection | undefined {
    const ownMax = isKnown ? bounds.perAddress * knownFactor : bounds.perAddress
    if ((servingOf.get(caller) ?? 0) >= ownMax) return limitExceeded
    const isFull = isKnown
      ? serving.size >= bounds.associations + bounds.reserved
      : unknownServed >= bounds.associations
    return isFull ? congestion : undefined
  }

  return (tcp: Socket, address: string): CountedConnection => {
    const caller = toCallerAddress(address)
    const since = performance.now()
    const entry: Entry = { tcp, caller, isKnown: knowsAddress(address), since }
    waiting.add(entry)
    const same = waitingOf.get(caller) ?? new Set()
    waitingOf.set(caller, same.add(entry))
    timer ??= setInterval(trim, trimEveryMs)
    if (waiting.size > bounds.waiting * burstFactor) shedOldest()
    tcp.once('close', () => {
      forgetWaiting(entry)
      forgetServing(entry)
      closing.delete(entry)
    })
    return {
      begin: () => {
        forgetWaiting(entry)
        const obstacle = findObstacle(entry)
        if (obstacle) return obstacle
        serving.add(entry)
        servingOf.set(caller, (servingOf.get(caller) ?? 0) + 1)
        if (!entry.isKnown) unknownServed += 1
        return undefined
      },
      assign: (owner) => {
        const count = servingOfOwner.get(owner) ?? 0
        if (count >= bounds.perOwner) return limitExceeded
        if (!serving.has(entry)) return undefined
        entry.owner = owner
        servingOfOwner.set(owner, count + 1)
        return undefined
      },
      end: () => {
        forgetWaiting(entry)
        forgetServing(entry)
        if (tcp.destroyed) return
        closing.add(entry)
        const [oldest] = closing
        if (closing.size <= closingMax || !oldest) return
        closing.delete(oldest)
        oldest.tcp.destroy()
      },
    }
  }
}
