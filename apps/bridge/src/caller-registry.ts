import type { Timing } from '@talus/devices'

/** A running server whose connection breaks reconnects after a second, well within this time. */
export const deadAfterMs = 3000

/**
 * Tracks which servers are running. Each keeps an event stream open, and the operating system
 * closes the connections of a process that has died: a server without a connection or request for
 * some seconds is dead.
 */
export function createCallerRegistry(timing: Timing, onCall: () => void = () => undefined) {
  const calls = new Map<string, { open: number; lastAt: number }>()
  const isDead = (server: string): boolean => {
    const known = calls.get(server)
    return known === undefined || (known.open === 0 && timing.now() - known.lastAt >= deadAfterMs)
  }

  return {
    isDead,
    /** Records the start of a request; the returned function records its end. */
    trackCall: (server: string): (() => void) => {
      onCall()
      for (const other of calls.keys()) if (isDead(other)) calls.delete(other)
      const known = calls.get(server) ?? { open: 0, lastAt: 0 }
      calls.set(server, known)
      known.open += 1
      return () => {
        known.open -= 1
        known.lastAt = timing.now()
      }
    },
  }
}

export type CallerRegistry = ReturnType<typeof createCallerRegistry>
