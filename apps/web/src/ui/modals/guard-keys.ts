import { createKeyGuard } from './key-guard.ts'
import { modals } from './modal-store.ts'
import { onSurfaceChange } from './surface-changes.ts'

/** The id of the element that contains a modal, from its first render. */
export const modalElementId = (id: number) => `modal-${id}`

function isBehindModal(page: HTMLElement, target: EventTarget | null): boolean {
  const stack = modals.store.get()
  const top = stack.at(-1)
  if (!top || !(target instanceof Node)) return false
  const holds = (id: number) =>
    document.getElementById(modalElementId(id))?.contains(target) === true
  // An element that a modal has opened, such as a menu, is neither in the modal nor in the page.
  return !holds(top.id) && (page.contains(target) || stack.some(({ id }) => holds(id)))
}

/**
 * Blocks keys for elements behind a modal from the moment it is opened. It gets the focus a moment
 * later, and an Enter in between would press the button that had the focus before. The second Enter
 * of a double press, and an Enter for the page as a dialog appears by itself, are blocked too.
 */
export function guardKeysBehindModals(page: HTMLElement) {
  const guard = createKeyGuard()
  onSurfaceChange(guard.change)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !guard.press(event, isBehindModal(page, event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    // Not stopped, because code that tracks held keys needs the event.
    if (guard.release(event, isBehindModal(page, event.target))) event.preventDefault()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  addEventListener('keyup', onKeyUp, { capture: true })
  for (const name of ['pointerdown', 'pointerup', 'keyup'] as const)
    addEventListener(name, ({ timeStamp }) => guard.noteInput(timeStamp), { capture: true })
  addEventListener('blur', guard.reset)
}
