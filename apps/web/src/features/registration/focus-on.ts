import { useEffect } from 'react'
import { activeShortcuts, isDialogOpen } from '../../ui/shortcuts/use-shortcuts.ts'

const selectors = {
  owner: '[data-part="owner"]',
  patient: '[data-part="patient"]',
  animals: '[data-part="animals"] :is(input:checked, input)',
  addAnimal: '[data-part="add-animal"]',
  start: '[data-part="start"]',
} as const

type FocusTarget = keyof typeof selectors

export const findFocusTarget = (target: FocusTarget) =>
  document.querySelector<HTMLElement>(selectors[target]) ?? undefined

/** True if no element has the focus yet, so that moving it does not disturb the user. */
export const isFocusFree = () => {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, main')
}

/** Focuses the next control; it may not be rendered yet, so this is retried for some frames. */
export function focusOn(target: FocusTarget, frames = 20) {
  requestAnimationFrame(() => {
    const found = findFocusTarget(target)
    if (found) found.focus()
    else if (frames > 0) focusOn(target, frames - 1)
  })
}

const startsShortcut = (key: string) =>
  activeShortcuts.get().some(({ keys }) => keys === key || keys.startsWith(`${key} `))

/**
 * Moves the focus to the search field when the user types while nothing has the focus, as after a
 * click beside the controls. The browser then enters the letter itself.
 */
export function useTypedSearch(target: 'owner' | 'patient') {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || defaultPrevented || !/^[\p{L}\d]$/u.test(key)) return
      if (isFocusFree() && !isDialogOpen() && !startsShortcut(key)) findFocusTarget(target)?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [target])
}
