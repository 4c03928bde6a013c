/** A frame, from 1, and when it was due, in milliseconds. */
export interface Clock {
  readonly frame: number
  readonly at: number
}

interface Playing {
  readonly frames: number
  /** Frames in a second. */
  readonly rate: number
  readonly isReady: (frame: number) => boolean
}

/** Behind the last frame comes the first. */
export const wrapped = (frame: number, frames: number): number =>
  ((((frame - 1) % frames) + frames) % frames) + 1

export const bounded = (frame: number, frames: number): number =>
  Math.min(frames, Math.max(1, Math.round(frame)))

/** So long without a look at the clock, and the page was asleep: nobody has seen what was due since. */
const asleepMs = 1000

/**
 * What is shown now: the frame that is due, or the farthest one on the way to it that is at hand. A screen
 * that is too slow leaves frames out. A line that is too slow holds the clock: nothing piles up behind it,
 * and what has come once plays in its own time.
 */
export function advance(clock: Clock, now: number, { frames, rate, isReady }: Playing): Clock {
  const period = 1000 / rate
  if (now - clock.at > asleepMs + period) return { ...clock, at: now }
  const passed = Math.floor((now - clock.at) / period)
  for (let by = passed; by >= 1; by -= 1) {
    const frame = wrapped(clock.frame + by, frames)
    if (isReady(frame)) return { frame, at: by === passed ? clock.at + by * period : now }
  }
  return passed >= 1 ? { ...clock, at: now - period } : clock
}

interface Ahead {
  readonly frame: number
  readonly frames: number
  /** Which way somebody goes. */
  readonly way: 1 | -1
  /** How many at the most. */
  readonly most: number
}

/** The frames to have at hand, the most urgent first; two lie behind, for who turns round. */
export function framesAhead({ frame, frames, way, most }: Ahead): readonly number[] {
  const count = Math.max(1, Math.min(frames, most))
  const behind = count > 4 && count < frames ? 2 : 0
  const ahead = Array.from({ length: count - behind }, (_, by) => wrapped(frame + way * by, frames))
  const back = Array.from({ length: behind }, (_, by) => wrapped(frame - way * (by + 1), frames))
  return [...ahead, ...back]
}
