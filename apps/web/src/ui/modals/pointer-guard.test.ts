import { describe, expect, it } from 'vitest'
import { createPointerGuard } from './pointer-guard.ts'

const press = (at: number, x = 100, y = 100) => ({ x, y, at })

describe('a double click', () => {
  it('blocks the second press after the first has closed or opened a dialog or left the page', () => {
    for (const kind of ['opened', 'closed', 'page'] as const) {
      const guard = createPointerGuard()
      expect(guard.press(press(1000))).toBe(false)
      guard.change({ kind, at: 1100 })
      expect([kind, guard.press(press(1300, 108, 96))]).toEqual([kind, true])
    }
  })

  it('blocks a third press, but not a press on the dialog that is still open', () => {
    const guard = createPointerGuard()
    guard.press(press(1000))
    expect(guard.press(press(1200))).toBe(false)
    guard.change({ kind: 'closed', at: 1300 })
    expect(guard.press(press(1400))).toBe(true)
  })

  it('accepts quick presses where nothing has changed', () => {
    const guard = createPointerGuard()
    guard.change({ kind: 'closed', at: 100 })
    expect([1000, 1100, 1200].map((at) => guard.press(press(at)))).toEqual([false, false, false])
  })

  it('blocks the second press on what a menu has covered', () => {
    const guard = createPointerGuard()
    guard.press(press(1000))
    expect(guard.press({ ...press(1200), isSourceGone: true })).toBe(true)
    expect(guard.press({ ...press(2000), isSourceGone: true })).toBe(false)
  })

  it('ends the block for a user who presses on and on', () => {
    const guard = createPointerGuard()
    guard.press(press(1000))
    guard.change({ kind: 'closed', at: 1001 })
    const presses = [1300, 1700, 2100].map((at) => guard.press(press(at)))
    expect(presses).toEqual([true, true, false])
  })
})

describe('a dialog that appears by itself', () => {
  it('blocks a press of a pointer that rested there, for a moment', () => {
    const guard = createPointerGuard()
    guard.move({ x: 100, y: 100 })
    guard.change({ kind: 'opened', at: 5000 })
    expect(guard.press(press(5200))).toBe(true)
    expect(guard.press(press(6000))).toBe(false)
  })

  it('accepts a press at another place at once', () => {
    const guard = createPointerGuard()
    guard.press(press(4900))
    guard.change({ kind: 'closed', at: 5000 })
    expect(guard.press(press(5100, 400, 300))).toBe(false)
  })

  it('accepts a press at the same place of a new page that no double click continues', () => {
    const guard = createPointerGuard()
    guard.press(press(4000))
    guard.change({ kind: 'page', at: 5000 })
    expect(guard.press(press(5100))).toBe(false)
  })
})
