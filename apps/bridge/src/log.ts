export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void

/**
 * Writes one JSON object per line; never names of owners or users, which only the frames contain.
 */
export const createLog =
  (write: (line: string) => void, now: () => number): Log =>
  (event, details = {}) =>
    write(`${JSON.stringify({ at: new Date(now()).toISOString(), event, ...details })}\n`)
