import { describe, expect, it } from 'vitest'
import { hasArrows, moved, placeholders, startShowing } from './slides.ts'

describe('the strip', () => {
  it('has four places, and arrows only when they are not enough', () => {
    expect([0, 1, 4, 5].map(placeholders)).toEqual([4, 3, 0, 0])
    expect([0, 4, 5].map(hasArrows)).toEqual([false, false, true])
  })

  it('moves by three, and stops at its ends', () => {
    expect(moved(0, 1, 12)).toBe(3)
    expect(moved(6, 1, 12)).toBe(8)
    expect(moved(8, 1, 12)).toBe(8)
    expect(moved(8, -1, 12)).toBe(5)
    expect(moved(2, -1, 12)).toBe(0)
  })

  it('comes to the image that is chosen, and stays where it is seen already', () => {
    expect(startShowing(0, 3, 12)).toBe(0)
    expect(startShowing(0, 4, 12)).toBe(3)
    expect(startShowing(0, 11, 12)).toBe(8)
    expect(startShowing(8, 0, 12)).toBe(0)
    expect(startShowing(8, 0, 2)).toBe(0)
    expect(startShowing(3, -1, 12)).toBe(3)
  })
})
