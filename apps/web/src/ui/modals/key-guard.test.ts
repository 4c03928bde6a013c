import { describe, expect, it } from 'vitest'
import { createKeyGuard } from './key-guard.ts'

const key = (name: string, more: { repeat?: boolean; ctrlKey?: boolean } = {}) => ({
  code: name,
  key: name,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
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
    change()
    expect(press(held, false)).toBe(true)
    release(enter, false)
    expect(press(enter, false)).toBe(false)
  })

  it('closes only one dialog with a held Escape', () => {
    const { press, change } = createKeyGuard()
    expect(press(key('Escape'), false)).toBe(false)
    change()
    expect(press(key('Escape', { repeat: true }), false)).toBe(true)
  })

  it('blocks the release of a Space held while a dialog opens', () => {
    const { press, release, change } = createKeyGuard()
    press(space, false)
    change()
    expect(release(space, false)).toBe(true)
  })

  it('accepts a key again that was released in another window', () => {
    const { press, change, reset } = createKeyGuard()
    press(enter, false)
    change()
    expect(press(enter, false)).toBe(false)
    change()
    reset()
    expect(press(held, false)).toBe(false)
  })
})

it('does not block keys in the topmost dialog', () => {
  const { press, release } = createKeyGuard()
  expect(press(enter, false)).toBe(false)
  expect(press(held, false)).toBe(false)
  expect(release(enter, false)).toBe(false)
})
