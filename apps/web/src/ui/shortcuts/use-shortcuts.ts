import { useLayoutEffect, useRef } from 'react'
import { persistentStorage } from '../../browser-storage.ts'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import {
  getCombination,
  getFunctionKey,
  handleKeyPress,
  isShortcutKey,
  listMeanings,
  noTypedKeys,
} from './shortcut-sequence.ts'
import type { Shortcut } from './shortcut-sequence.ts'

const storageKey = 'shortcuts'

/** WCAG 2.1.4: shortcuts without a modifier can be switched off, for users of speech input. */
export const shortcutsEnabled = createStore(persistentStorage.read(storageKey) !== 'off')
export function enableShortcuts(isOn: boolean) {
  persistentStorage.write(storageKey, isOn ? undefined : 'off')
  shortcutsEnabled.set(isOn)
}

/** The shortcuts of all mounted components, in the order of mounting. */
export const activeShortcuts: Store<readonly Shortcut[]> = createStore<readonly Shortcut[]>([])

/**
 * Registers a table of keys while the component is mounted. It uses a layout effect, so that a key
 * works as soon as the component is visible.
 */
export function useShortcuts(table: readonly Shortcut[]) {
  const shortcuts = table.filter(({ when }) => when !== false)
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  const signature = shortcuts.map(({ keys, label }) => `${keys}=${label}`).join('\n')
  useLayoutEffect(() => {
    // Called through the ref, so that a key always runs the function of the last render.
    const registered = latest.current.map(({ run, ...shortcut }, index) => ({
      ...shortcut,
      ...(run && { run: () => latest.current[index]?.run?.() }),
    }))
    activeShortcuts.set((now) => [...now, ...registered])
    return () => activeShortcuts.set((now) => now.filter((one) => !registered.includes(one)))
  }, [signature])
}

const textFieldSelector =
  'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable]'
/** A list of choices reads letters as a search, but has no use for combinations. */
const letterFieldSelector = `${textFieldSelector}, select`

const dialogSelector = '[role=dialog]:not([popover]), [role=alertdialog]'
/** The panels of the header are in the page even while they are closed. */
const menuSelector = '[popover]:popover-open'

const isIn = ({ target }: KeyboardEvent, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

export const isDialogOpen = () => document.querySelector(dialogSelector) !== null

/** The registered shortcuts that work where the key was pressed. */
function listReachable(event: KeyboardEvent): readonly Shortcut[] {
  // Shortcuts are disabled behind a dialog, because their effect could not be seen.
  if (isDialogOpen()) return []
  const obstacles = [
    ...(isIn(event, textFieldSelector) ? (['textField'] as const) : []),
    ...(document.querySelector(menuSelector) ? (['menu'] as const) : []),
  ]
  return activeShortcuts
    .get()
    .filter(({ run, worksIn = [] }) => run && obstacles.every((one) => worksIn.includes(one)))
}

/** Adds one key listener for the whole page; returns a function that removes it. */
export function listenForShortcuts(): () => void {
  let typed = noTypedKeys
  const onKeyDown = (event: KeyboardEvent) => {
    const isKey = shortcutsEnabled.get() && isShortcutKey(event, isIn(event, letterFieldSelector))
    const other = isKey ? undefined : (getCombination(event) ?? getFunctionKey(event))
    const meanings = isKey ? listMeanings(event) : other === undefined ? [] : [other]
    if (meanings.length === 0) return
    const reachable = listReachable(event)
    const results = meanings.map((key) => handleKeyPress(typed, key, event.timeStamp, reachable))
    const isKnown = ({ shortcut, typed: { keys } }: ReturnType<typeof handleKeyPress>) =>
      shortcut !== undefined || keys.length > 0
    const result = results.find(isKnown) ?? { typed: noTypedKeys, shortcut: undefined }
    typed = result.typed
    if (!result.shortcut?.run) return
    event.preventDefault()
    if (event.repeat && result.shortcut.isOnce) return
    result.shortcut.run()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
