export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void

/** One JSON object per line; never names of people, which stand in the frames only. */
export const logTo =
  (write: (line: string) => void, now: () => number): Log =>
  (event, details = {}) =>
    write(`${JSON.stringify({ at: new Date(now()).toISOString(), event, ...details })}\n`)
