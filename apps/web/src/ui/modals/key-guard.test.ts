import { describe, expect, it } from 'vitest'
import { createKeyGuard } from './key-guard.ts'

const opened = { kind: 'opened', at: 10 } as const
const key = (
  name: string,
  more: { repeat?: boolean; ctrlKey?: boolean; timeStamp?: number } = {},
) => ({
  code: name,
  key: name,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  ...more,
})
const enter = key('Enter')
const space = { ...key('Space'), key: ' ' }
const held = key('Enter', { repeat: true })

describe('keys behind a dialog', () => {
  it('blocks Enter, Space and letters behind a dialog', () => {
    const { press, release } = createKeyGuard()
    const keys = [enter, space, key('x'), key('Enter', { ctrlKey: true })]
    expect(keys.map((one) => press(one, true))).toEqual([true, true, true, true])
    expect(release(space, true)).toBe(true)
  })

  it('does not block Escape, Tab and browser shortcuts behind a dialog', () => {
    const { press } = createKeyGuard()
    const others = [key('Escape'), key('Tab'), key('F5'), key('r', { ctrlKey: true })]
    expect(others.map((one) => press(one, true))).toEqual([false, false, false, false])
  })
})

describe('a key held while a dialog opens or closes', () => {
  it('blocks a key held while a dialog opens until it is released', () => {
    const { press, release, change } = createKeyGuard()
    expect(press(enter, false)).toBe(false)
    change(opened)
    expect(press(held, false)).toBe(true)
    release(enter, false)
    expect(press(key('Enter', { timeStamp: 500 }), false)).toBe(false)
  })

  it('closes only one dialog with a held Escape', () => {
    const { press, change } = createKeyGuard()
    expect(press(key('Escape'), false)).toBe(false)
    change(opened)
    expect(press(key('Escape', { repeat: true }), false)).toBe(true)
  })

  it('blocks the release of a Space held while a dialog opens', () => {
    const { press, release, change } = createKeyGuard()
    press(space, false)
    change(opened)
    expect(release(space, false)).toBe(true)
  })

  it('accepts a key again that was released in another window', () => {
    const { press, change, reset } = createKeyGuard()
    press(enter, false)
    change(opened)
    expect(press(key('Enter', { timeStamp: 500 }), false)).toBe(false)
    change(opened)
    reset()
    expect(press(held, false)).toBe(false)
  })
})

const at = (timeStamp: number, name = 'Enter') => key(name, { timeStamp })

describe('a double press', () => {
  it('blocks the second Enter after the first has closed or opened a dialog', () => {
    for (const kind of ['opened', 'closed', 'page'] as const) {
      const { press, release, change } = createKeyGuard()
      press(at(1000), false)
      change({ kind, at: 1001 })
      release(enter, false)
      expect([kind, press(at(1250), false)]).toEqual([kind, true])
      // Space presses on release.
      expect([kind, release(enter, false)]).toEqual([kind, true])
    }
  })

  it('accepts a second Enter that is deliberate, or has another key before it', () => {
    const { press, release, change } = createKeyGuard()
    press(at(1000), false)
    change({ kind: 'closed', at: 1001 })
    release(enter, false)
    expect(press(at(1400), false)).toBe(false)
    release(enter, false)
    change({ kind: 'opened', at: 1401 })
    press(at(1450, 'Tab'), false)
    expect(press(at(1500), false)).toBe(false)
  })

  it('accepts quick presses on the same surface', () => {
    const { press, release } = createKeyGuard()
    press(at(1000), false)
    release(enter, false)
    expect(press(at(1100), false)).toBe(false)
  })
})

describe('a dialog that appears by itself', () => {
  it('blocks Enter and Space until the user can have seen the dialog', () => {
    const { press, change } = createKeyGuard()
    change({ kind: 'opened', at: 1000 })
    expect(press(at(1200), false)).toBe(true)
    expect(press({ ...space, timeStamp: 1250 }, false)).toBe(true)
    expect(press(at(1250, 'x'), false)).toBe(false)
    expect(press(at(1600), false)).toBe(false)
  })

  it('accepts Enter at once in a dialog that another key or the pointer has opened', () => {
    const { press, change, noteInput } = createKeyGuard()
    press(at(1000, 'Delete'), false)
    change({ kind: 'opened', at: 1002 })
    expect(press(at(1100), false)).toBe(false)
    noteInput(2000)
    change({ kind: 'opened', at: 2005 })
    expect(press(at(2400), false)).toBe(false)
  })
})

it('does not block keys in the topmost dialog', () => {
  const { press, release } = createKeyGuard()
  expect(press(enter, false)).toBe(false)
  expect(press(held, false)).toBe(false)
  expect(release(enter, false)).toBe(false)
})
