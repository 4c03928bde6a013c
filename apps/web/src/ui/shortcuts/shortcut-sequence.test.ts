import { expect, test } from 'vitest'
import { handleKeyPress, isShortcutKey, listMeanings, noTypedKeys } from './shortcut-sequence.ts'

const shortcut = (keys: string) => ({ keys, label: keys, run: () => {} })
const shortcuts = ['?', 'g s', 'g c', 'r'].map(shortcut)

const typing = (...keys: readonly (readonly [key: string, at: number])[]) => {
  let typed = noTypedKeys
  let last: string | undefined
  for (const [key, at] of keys) {
    const result = handleKeyPress(typed, key, at, shortcuts)
    typed = result.typed
    last = result.shortcut?.keys
  }
  return last
}

test('a shortcut of one key runs at once', () => {
  expect(typing(['?', 0])).toBe('?')
})

test('a shortcut sequence runs with its second key', () => {
  expect(typing(['g', 0])).toBeUndefined()
  expect(typing(['g', 0], ['s', 400])).toBe('g s')
})

test('a shortcut sequence that is interrupted or too slow is discarded', () => {
  expect(typing(['g', 0], ['x', 100], ['s', 200])).toBeUndefined()
  expect(typing(['g', 0], ['s', 1500])).toBeUndefined()
})

test('a key that does not continue a sequence starts a new one', () => {
  expect(typing(['g', 0], ['r', 100])).toBe('r')
  expect(typing(['g', 0], ['g', 100], ['c', 200])).toBe('g c')
})

test('a shortcut of the screen overrides one of the shell', () => {
  const own = shortcut('r')
  expect(handleKeyPress(noTypedKeys, 'r', 0, [...shortcuts, own]).shortcut).toBe(own)
})

test('keys in text fields, with modifiers, or of the browser are no shortcuts', () => {
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

test('a key that is a shortcut itself may also start a sequence', () => {
  const palette = ['g', 'g 1'].map(shortcut)
  const opened = handleKeyPress(noTypedKeys, 'g', 0, palette)
  expect(opened.shortcut?.keys).toBe('g')
  expect(handleKeyPress(opened.typed, '1', 400, palette).shortcut?.keys).toBe('g 1')
  expect(handleKeyPress(opened.typed, '1', 1500, palette).shortcut).toBeUndefined()
})

test('digits are keys by their place, on French keyboards too', () => {
  const press = (key: string, code: string, shiftKey = false) =>
    listMeanings({ key, code, shiftKey })
  expect(press('1', 'Digit1')).toStrictEqual(['1'])
  expect(press('&', 'Digit1')).toStrictEqual(['1', '&'])
  expect(press('-', 'Digit6')).toStrictEqual(['6', '-'])
  expect(press('1', 'Digit1', true)).toStrictEqual(['1'])
  expect(press('*', 'Digit8', true)).toStrictEqual(['*'])
  expect(press(')', 'Minus')).toStrictEqual([')', '-'])
  expect(press('-', 'NumpadSubtract')).toStrictEqual(['-'])
})
