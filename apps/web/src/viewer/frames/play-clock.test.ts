import { describe, expect, test } from 'vitest'
import { advance, bounded, framesAhead, wrapped } from './play-clock.ts'

const all = () => true
const at10 = { frames: 8, rate: 10, isReady: all }

describe('the clock of a loop', () => {
  test('shows each frame in its time, and the first one behind the last', () => {
    let clock = { frame: 7, at: 0 }
    const shown = [50, 100, 199, 200, 305].map((now) => {
      clock = advance(clock, now, at10)
      return clock.frame
    })
    expect(shown).toEqual([7, 8, 8, 1, 2])
  })

  test('keeps its pace where it is looked at late', () => {
    let clock = { frame: 1, at: 0 }
    // Every look is 30 ms late, and the tenth frame is due all the same.
    for (let now = 130; now <= 930; now += 100) clock = advance(clock, now, { ...at10, frames: 20 })
    expect(clock).toEqual({ frame: 10, at: 900 })
  })

  test('leaves frames out for a slow screen', () => {
    expect(advance({ frame: 1, at: 0 }, 350, at10)).toEqual({ frame: 4, at: 300 })
  })

  test('waits for a slow line, and shows what has come on the way', () => {
    const come = new Set([2, 3])
    const playing = { ...at10, isReady: (frame: number) => come.has(frame) }
    const third = advance({ frame: 1, at: 0 }, 420, playing)
    expect(third.frame).toBe(3)
    const waiting = advance(third, 900, playing)
    expect(waiting.frame).toBe(3)
    come.add(4)
    // At once when it comes, and the one after it a whole period later.
    const fourth = advance(waiting, 910, playing)
    expect(fourth.frame).toBe(4)
    come.add(5)
    expect(advance(fourth, 950, playing).frame).toBe(4)
    expect(advance(fourth, 1001, playing).frame).toBe(5)
  })

  test('goes on from where it was after a sleep, however long', () => {
    expect(advance({ frame: 3, at: 0 }, 3_600_000, at10)).toEqual({ frame: 3, at: 3_600_000 })
  })
})

test('frames are fetched ahead in the way somebody goes', () => {
  expect(framesAhead({ frame: 7, frames: 8, way: 1, most: 4 })).toEqual([7, 8, 1, 2])
  expect(framesAhead({ frame: 2, frames: 8, way: -1, most: 3 })).toEqual([2, 1, 8])
  expect(framesAhead({ frame: 20, frames: 96, way: 1, most: 6 })).toEqual([20, 21, 22, 23, 19, 18])
})

test('no frame twice, and never more than there are or than there is room for', () => {
  const whole = framesAhead({ frame: 3, frames: 5, way: 1, most: 1000 })
  expect(whole.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(framesAhead({ frame: 3, frames: 2_000_000_000, way: 1, most: 50 })).toHaveLength(50)
  expect(framesAhead({ frame: 3, frames: 5, way: 1, most: 0 })).toEqual([3])
})

test('numbers of frames stay within the loop', () => {
  expect([wrapped(0, 8), wrapped(-8, 8), wrapped(17, 8)]).toEqual([8, 8, 1])
  expect([bounded(0, 8), bounded(99, 8), bounded(3.4, 8)]).toEqual([1, 8, 3])
})
