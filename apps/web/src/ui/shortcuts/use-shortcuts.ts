import { useLayoutEffect, useRef } from 'react'
import { persistentStorage } from '../../browser-storage.ts'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import {
  confirmKeys,
  isConfirmKey,
  isShortcutKey,
  noTypedKeys,
  handleKeyPress,
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
 * Registers shortcuts while the component is mounted. It uses a layout effect, so that a key works
 * as soon as the component is visible.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
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
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** The panels of the header are in the page even while they are closed. */
const openDialogSelector =
  '[role=dialog]:not([popover]), [role=alertdialog], [popover]:popover-open'

/** Adds one key listener for the whole page; returns a function that removes it. */
export function listenForShortcuts(): () => void {
  let typed = noTypedKeys
  const onKeyDown = (event: KeyboardEvent) => {
    const isTextField =
      event.target instanceof Element && event.target.closest(textFieldSelector) !== null
    const isKey = shortcutsEnabled.get() && isShortcutKey(event, isTextField)
    if (!isKey && !isConfirmKey(event)) return
    // Shortcuts are disabled behind a dialog, because their effect could not be seen.
    if (document.querySelector(openDialogSelector)) return
    const key = isKey ? event.key : confirmKeys
    const result = handleKeyPress(typed, key, event.timeStamp, activeShortcuts.get())
    typed = result.typed
    if (!result.shortcut?.run) return
    event.preventDefault()
    result.shortcut.run()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
