const secondMs = 1000
const minuteMs = 60 * secondMs

/** Delay after the first failed attempt, the second, and so on. */
const delaysMs = [
  10 * secondMs,
  30 * secondMs,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
]
const lastDelayMs = 15 * minuteMs

/** A long weekend: afterwards staff find the unsent images and the reasons. */
const retriedMs = 3 * 24 * 60 * minuteMs

export const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** The time of the attempt after this many attempts. */
export const getNextAttempt = (attempts: number, now: Date): string =>
  addMs(now, delaysMs[attempts - 1] ?? lastDelayMs)

/** Images queued before this instant are not retried. */
export const getRetryLimit = (now: Date): string => addMs(now, -retriedMs)
