const secondMs = 1000
const minuteMs = 60 * secondMs

/** After the first failed try, the second, and so on; the last one for all that follow. */
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

/** A long weekend: who comes back to work finds what was not sent, and why. */
const givenUpMs = 3 * 24 * 60 * minuteMs

export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** When a try follows that of this number, which counts from 1. */
export const nextTry = (attempts: number, now: Date): string =>
  later(now, delaysMs[attempts - 1] ?? lastDelayMs)

/** What was asked for before this instant is not tried again. */
export const givenUpBefore = (now: Date): string => later(now, -givenUpMs)
