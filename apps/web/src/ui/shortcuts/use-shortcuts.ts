import { useLayoutEffect, useRef } from 'react'
import { lasting } from '../../browser-storage.ts'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import { confirmKeys, isConfirm, isShortcutKey, nothingTyped, press } from './shortcut-sequence.ts'
import type { Shortcut } from './shortcut-sequence.ts'

const storageKey = 'shortcuts'

/** WCAG 2.1.4: keys without a modifier can be switched off, for those who speak to their computer. */
export const shortcutsEnabled = createStore(lasting.read(storageKey) !== 'off')
export function enableShortcuts(isOn: boolean) {
  lasting.write(storageKey, isOn ? undefined : 'off')
  shortcutsEnabled.set(isOn)
}

/** Those of everything on screen, in the order in which it came. */
export const activeShortcuts: Store<readonly Shortcut[]> = createStore<readonly Shortcut[]>([])

/**
 * Gives the screen these keys for as long as it is shown, and at the moment it is: a key that is pressed
 * as soon as a button can be seen to work must do what the button does.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  const signature = shortcuts.map(({ keys, label }) => `${keys}=${label}`).join('\n')
  useLayoutEffect(() => {
    // Called through the ref, so that a key always runs what the last render meant.
    const mine = latest.current.map(({ run, ...shortcut }, index) => ({
      ...shortcut,
      ...(run && { run: () => latest.current[index]?.run?.() }),
    }))
    activeShortcuts.set((now) => [...now, ...mine])
    return () => activeShortcuts.set((now) => now.filter((one) => !mine.includes(one)))
  }, [signature])
}

const fields = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** A panel of the header is in the page while it is closed, too. */
const openDialogs = '[role=dialog]:not([popover]), [role=alertdialog], [popover]:popover-open'

/** One listener for the whole page; returns what takes it away. */
export function listenForShortcuts(): () => void {
  let typed = nothingTyped
  const onKeyDown = (event: KeyboardEvent) => {
    const isTextField = event.target instanceof Element && event.target.closest(fields) !== null
    const isKey = shortcutsEnabled.get() && isShortcutKey(event, isTextField)
    if (!isKey && !isConfirm(event)) return
    // Behind a dialog nothing may happen that cannot be seen.
    if (document.querySelector(openDialogs)) return
    const key = isKey ? event.key : confirmKeys
    const result = press(typed, key, event.timeStamp, activeShortcuts.get())
    typed = result.typed
    if (!result.shortcut?.run) return
    event.preventDefault()
    result.shortcut.run()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
