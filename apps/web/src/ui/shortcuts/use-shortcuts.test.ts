import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shortcut } from './shortcut-sequence.ts'
import { activeShortcuts, enableShortcuts, listenForShortcuts } from './use-shortcuts.ts'

/** Matches a selector by the name of its element, which is all that the listener asks. */
class FakeElement {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  closest(selector: string) {
    return selector.split(', ').some((one) => one.startsWith(this.name)) ? this : null
  }
}

let open: 'nothing' | 'menu' | 'dialog' = 'nothing'
let press: (event: object) => void = () => undefined
let stop: () => void = () => undefined

const runs: string[] = []
const row = (keys: string, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: keys,
  run: () => runs.push(keys),
  ...more,
})

/** Presses a key and returns the shortcuts that ran. */
function type(
  key: string,
  { on = 'body', ...modifiers }: { on?: string; ctrlKey?: boolean; shiftKey?: boolean } = {},
) {
  runs.length = 0
  const preventDefault = vi.fn<() => void>()
  press({ key, target: new FakeElement(on), timeStamp: 0, preventDefault, ...modifiers })
  expect(preventDefault).toHaveBeenCalledTimes(runs.length)
  return [...runs]
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      (selector.includes('popover-open') ? open === 'menu' : open === 'dialog') || null,
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof press) => {
    press = listener
  })
  vi.stubGlobal('removeEventListener', () => undefined)
  activeShortcuts.set([
    row('r'),
    row('Ctrl+Z', { worksIn: ['menu'] }),
    row('Ctrl+P', { worksIn: ['textField', 'menu'] }),
    row('Ctrl+Enter', { worksIn: ['textField'], isOnce: true }),
    row('F9', { worksIn: ['textField'], isOnce: true }),
    { keys: 'Wheel', label: 'a gesture' },
    { keys: 'PageDown', label: 'a key of the focused image' },
  ])
  stop = listenForShortcuts()
})

afterEach(() => {
  stop()
  open = 'nothing'
  activeShortcuts.set([])
  enableShortcuts(true)
  vi.unstubAllGlobals()
})

test('one listener runs plain keys and combinations of the table', () => {
  expect(type('r')).toEqual(['r'])
  expect(type('z', { ctrlKey: true })).toEqual(['Ctrl+Z'])
  expect(type('Z', { ctrlKey: true, shiftKey: true })).toEqual([])
  expect(type('Enter', { ctrlKey: true })).toEqual(['Ctrl+Enter'])
})

test('a row without an action is for the help and takes no key from the page', () => {
  expect(type('PageDown')).toEqual([])
  expect(type('Wheel')).toEqual([])
})

test('a text field leaves only the combinations that are declared to work in it', () => {
  expect(type('r', { on: 'input' })).toEqual([])
  expect(type('z', { on: 'input', ctrlKey: true })).toEqual([])
  expect(type('p', { on: 'textarea', ctrlKey: true })).toEqual(['Ctrl+P'])
  expect(type('Enter', { on: 'input', ctrlKey: true })).toEqual(['Ctrl+Enter'])
})

test('a list of choices takes letters but not combinations', () => {
  expect(type('r', { on: 'select' })).toEqual([])
  expect(type('z', { on: 'select', ctrlKey: true })).toEqual(['Ctrl+Z'])
})

test('an open menu disables all shortcuts that are not declared to work beside it', () => {
  open = 'menu'
  expect(type('r')).toEqual([])
  expect(type('Enter', { ctrlKey: true })).toEqual([])
  expect(type('z', { ctrlKey: true })).toEqual(['Ctrl+Z'])
})

test('a dialog disables every shortcut', () => {
  open = 'dialog'
  expect(type('r')).toEqual([])
  expect(type('p', { ctrlKey: true })).toEqual([])
})

test('a user who switches shortcuts off keeps the combinations', () => {
  enableShortcuts(false)
  expect(type('r')).toEqual([])
  expect(type('z', { ctrlKey: true })).toEqual(['Ctrl+Z'])
})

test('a function key works in a text field, and its repeats are ignored', () => {
  expect(type('F9', { on: 'input' })).toEqual(['F9'])
  expect(type('F9', { ctrlKey: true })).toEqual([])
  const preventDefault = vi.fn<() => void>()
  runs.length = 0
  press({ key: 'F9', target: new FakeElement('body'), timeStamp: 0, repeat: true, preventDefault })
  expect(runs).toEqual([])
  expect(preventDefault).toHaveBeenCalledOnce()
})
