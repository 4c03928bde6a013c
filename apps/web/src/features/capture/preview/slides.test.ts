import { describe, expect, it } from 'vitest'
import { hasArrows, moveStart, countPlaceholders, findStart } from './slides.ts'

describe('thumbnail strip', () => {
  it('has four slots, and arrows only if there are more images than slots', () => {
    expect([0, 1, 4, 5].map(countPlaceholders)).toEqual([4, 3, 0, 0])
    expect([0, 4, 5].map(hasArrows)).toEqual([false, false, true])
  })

  it('moves by three images and stops at both ends', () => {
    expect(moveStart(0, 1, 12)).toBe(3)
    expect(moveStart(6, 1, 12)).toBe(8)
    expect(moveStart(8, 1, 12)).toBe(8)
    expect(moveStart(8, -1, 12)).toBe(5)
    expect(moveStart(2, -1, 12)).toBe(0)
  })

  it('scrolls to the selected image and does not move if it is visible already', () => {
    expect(findStart(0, 3, 12)).toBe(0)
    expect(findStart(0, 4, 12)).toBe(3)
    expect(findStart(0, 11, 12)).toBe(8)
    expect(findStart(8, 0, 12)).toBe(0)
    expect(findStart(8, 0, 2)).toBe(0)
    expect(findStart(3, -1, 12)).toBe(3)
  })
})
