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

describe('what is behind a dialog', () => {
  it('is not pressed, neither by Enter nor by Space nor by a letter', () => {
    const { press, release } = createKeyGuard()
    const keys = [enter, space, key('x'), key('Enter', { ctrlKey: true })]
    expect(keys.map((one) => press(one, true))).toEqual([true, true, true, true])
    expect(release(space, true)).toBe(true)
  })

  it('leaves Escape, Tab and the keys of the browser alone', () => {
    const { press } = createKeyGuard()
    const others = [key('Escape'), key('Tab'), key('F5'), key('r', { ctrlKey: true })]
    expect(others.map((one) => press(one, true))).toEqual([false, false, false, false])
  })
})

describe('a key that is held when a dialog opens or closes', () => {
  it('presses nothing until it is let go', () => {
    const { press, release, change } = createKeyGuard()
    expect(press(enter, false)).toBe(false)
    change()
    expect(press(held, false)).toBe(true)
    release(enter, false)
    expect(press(enter, false)).toBe(false)
  })

  it('closes one dialog only', () => {
    const { press, change } = createKeyGuard()
    expect(press(key('Escape'), false)).toBe(false)
    change()
    expect(press(key('Escape', { repeat: true }), false)).toBe(true)
  })

  it('does not press by being let go', () => {
    const { press, release, change } = createKeyGuard()
    press(space, false)
    change()
    expect(release(space, false)).toBe(true)
  })

  it('counts again when it was let go elsewhere', () => {
    const { press, change, forget } = createKeyGuard()
    press(enter, false)
    change()
    expect(press(enter, false)).toBe(false)
    change()
    forget()
    expect(press(held, false)).toBe(false)
  })
})

it('a key that is pressed in front is nobody’s business', () => {
  const { press, release } = createKeyGuard()
  expect(press(enter, false)).toBe(false)
  expect(press(held, false)).toBe(false)
  expect(release(enter, false)).toBe(false)
})
