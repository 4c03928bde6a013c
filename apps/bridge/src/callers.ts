import type { Timing } from '@talus/devices'

/** A living server whose line is cut calls again after a second. */
export const goneMs = 3000

/**
 * Which servers live. Each listens all the time, and the system cuts the lines of a process that
 * has died: without a line and without a call for some seconds it has gone.
 */
export function callerBook(timing: Timing) {
  const calls = new Map<string, { open: number; lastAt: number }>()
  const isGone = (server: string): boolean => {
    const known = calls.get(server)
    return known === undefined || (known.open === 0 && timing.now() - known.lastAt >= goneMs)
  }

  return {
    isGone,
    /** A call begins; what it gives says that it is over. */
    begin: (server: string): (() => void) => {
      for (const other of calls.keys()) if (isGone(other)) calls.delete(other)
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

export type CallerBook = ReturnType<typeof callerBook>
