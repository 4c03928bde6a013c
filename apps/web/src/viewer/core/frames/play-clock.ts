/** A frame, from 1, and the time when it was due, in milliseconds. */
export interface PlayClock {
  readonly frame: number
  readonly at: number
}

interface Playback {
  readonly frames: number
  /** Frames per second. */
  readonly rate: number
  readonly isReady: (frame: number) => boolean
}

/** Wraps around: the first frame follows the last. */
export const wrapFrame = (frame: number, frames: number): number =>
  ((((frame - 1) % frames) + frames) % frames) + 1

export const clampFrame = (frame: number, frames: number): number =>
  Math.min(frames, Math.max(1, Math.round(frame)))

/** After a longer pause between ticks the page was suspended: playback resumes where it stopped. */
const suspendedMs = 1000

/**
 * Returns the frame to show now: the one that is due, or the latest loaded one before it. A slow
 * screen skips frames. A slow connection stops the clock: no backlog builds up, and loaded frames
 * play at their rate.
 */
export function advanceClock(
  clock: PlayClock,
  now: number,
  { frames, rate, isReady }: Playback,
): PlayClock {
  const period = 1000 / rate
  if (now - clock.at > suspendedMs + period) return { ...clock, at: now }
  const passed = Math.floor((now - clock.at) / period)
  for (let by = passed; by >= 1; by -= 1) {
    const frame = wrapFrame(clock.frame + by, frames)
    if (isReady(frame)) return { frame, at: by === passed ? clock.at + by * period : now }
  }
  return passed >= 1 ? { ...clock, at: now - period } : clock
}

interface PrefetchRange {
  readonly frame: number
  readonly frames: number
  /** Direction of travel. */
  readonly direction: 1 | -1
  /** Maximum number of frames. */
  readonly max: number
}

/** Frames to prefetch, the most urgent first; two are behind, for a change of direction. */
export function listFramesToPrefetch({
  frame,
  frames,
  direction,
  max,
}: PrefetchRange): readonly number[] {
  const count = Math.max(1, Math.min(frames, max))
  const behind = count > 4 && count < frames ? 2 : 0
  const forward = Array.from({ length: count - behind }, (_, by) =>
    wrapFrame(frame + direction * by, frames),
  )
  const back = Array.from({ length: behind }, (_, by) =>
    wrapFrame(frame - direction * (by + 1), frames),
  )
  return [...forward, ...back]
}
