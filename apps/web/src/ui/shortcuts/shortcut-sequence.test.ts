import { expect, test } from 'vitest'
import { isShortcutKey, nothingTyped, press } from './shortcut-sequence.ts'

const shortcut = (keys: string) => ({ keys, label: keys, run: () => {} })
const shortcuts = ['?', 'g s', 'g c', 'r'].map(shortcut)

const typing = (...keys: readonly (readonly [key: string, at: number])[]) => {
  let typed = nothingTyped
  let last: string | undefined
  for (const [key, at] of keys) {
    const result = press(typed, key, at, shortcuts)
    typed = result.typed
    last = result.shortcut?.keys
  }
  return last
}

test('one key runs at once', () => {
  expect(typing(['?', 0])).toBe('?')
})

test('a sequence runs with its second key', () => {
  expect(typing(['g', 0])).toBeUndefined()
  expect(typing(['g', 0], ['s', 400])).toBe('g s')
})

test('a sequence that is interrupted or too slow is forgotten', () => {
  expect(typing(['g', 0], ['x', 100], ['s', 200])).toBeUndefined()
  expect(typing(['g', 0], ['s', 1500])).toBeUndefined()
})

test('a key that does not continue a sequence still counts for itself', () => {
  expect(typing(['g', 0], ['r', 100])).toBe('r')
  expect(typing(['g', 0], ['g', 100], ['c', 200])).toBe('g c')
})

test('the screen’s own meaning of a key wins over the shell’s', () => {
  const own = shortcut('r')
  expect(press(nothingTyped, 'r', 0, [...shortcuts, own]).shortcut).toBe(own)
})

test('keys in fields, with modifiers, or of the browser are left alone', () => {
  const key = {
    key: 'g',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    defaultPrevented: false,
  }
  expect(isShortcutKey(key, false)).toBe(true)
  expect(isShortcutKey(key, true)).toBe(false)
  expect(isShortcutKey({ ...key, ctrlKey: true }, false)).toBe(false)
  expect(isShortcutKey({ ...key, isComposing: true }, false)).toBe(false)
  expect(isShortcutKey({ ...key, key: 'Tab' }, false)).toBe(false)
})
