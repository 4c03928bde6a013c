import { describe, expect, test } from 'vitest'
import { advanceClock, clampFrame, listFramesToPrefetch, wrapFrame } from './play-clock.ts'

const all = () => true
const at10 = { frames: 8, rate: 10, isReady: all }

describe('the clock of a loop', () => {
  test('the clock shows each frame at its time and restarts after the last', () => {
    let clock = { frame: 7, at: 0 }
    const shown = [50, 100, 199, 200, 305].map((now) => {
      clock = advanceClock(clock, now, at10)
      return clock.frame
    })
    expect(shown).toEqual([7, 8, 8, 1, 2])
  })

  test('the clock keeps its rate with late ticks', () => {
    let clock = { frame: 1, at: 0 }
    // Every tick is 30 ms late, but the tenth frame is still due.
    for (let now = 130; now <= 930; now += 100)
      clock = advanceClock(clock, now, { ...at10, frames: 20 })
    expect(clock).toEqual({ frame: 10, at: 900 })
  })

  test('the clock skips frames on a slow screen', () => {
    expect(advanceClock({ frame: 1, at: 0 }, 350, at10)).toEqual({ frame: 4, at: 300 })
  })

  test('the clock waits on a slow connection and shows the frames loaded so far', () => {
    const loaded = new Set([2, 3])
    const playing = { ...at10, isReady: (frame: number) => loaded.has(frame) }
    const third = advanceClock({ frame: 1, at: 0 }, 420, playing)
    expect(third.frame).toBe(3)
    const waiting = advanceClock(third, 900, playing)
    expect(waiting.frame).toBe(3)
    loaded.add(4)
    // It is shown at once when loaded, and the next one a whole period later.
    const fourth = advanceClock(waiting, 910, playing)
    expect(fourth.frame).toBe(4)
    loaded.add(5)
    expect(advanceClock(fourth, 950, playing).frame).toBe(4)
    expect(advanceClock(fourth, 1001, playing).frame).toBe(5)
  })

  test('the clock continues at the same frame after the page was suspended', () => {
    expect(advanceClock({ frame: 3, at: 0 }, 3_600_000, at10)).toEqual({ frame: 3, at: 3_600_000 })
  })
})

test('frames are prefetched in the direction of travel', () => {
  expect(listFramesToPrefetch({ frame: 7, frames: 8, direction: 1, max: 4 })).toEqual([7, 8, 1, 2])
  expect(listFramesToPrefetch({ frame: 2, frames: 8, direction: -1, max: 3 })).toEqual([2, 1, 8])
  expect(listFramesToPrefetch({ frame: 20, frames: 96, direction: 1, max: 6 })).toEqual([
    20, 21, 22, 23, 19, 18,
  ])
})

test('no frame is prefetched twice, and never more than exist or fit', () => {
  const whole = listFramesToPrefetch({ frame: 3, frames: 5, direction: 1, max: 1000 })
  expect(whole.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(
    listFramesToPrefetch({ frame: 3, frames: 2_000_000_000, direction: 1, max: 50 }),
  ).toHaveLength(50)
  expect(listFramesToPrefetch({ frame: 3, frames: 5, direction: 1, max: 0 })).toEqual([3])
})

test('frame numbers stay within the loop', () => {
  expect([wrapFrame(0, 8), wrapFrame(-8, 8), wrapFrame(17, 8)]).toEqual([8, 8, 1])
  expect([clampFrame(0, 8), clampFrame(99, 8), clampFrame(3.4, 8)]).toEqual([1, 8, 3])
})
