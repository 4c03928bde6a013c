import { createKeyGuard } from './key-guard.ts'
import { modals } from './modal-store.ts'

/** The element that holds a modal, from the moment it is drawn. */
export const modalElementId = (id: number) => `modal-${id}`

function isBehindModal(page: HTMLElement, target: EventTarget | null): boolean {
  const stack = modals.store.get()
  const top = stack.at(-1)
  if (!top || !(target instanceof Node)) return false
  const holds = (id: number) =>
    document.getElementById(modalElementId(id))?.contains(target) === true
  // What a modal itself has opened, such as a menu, is neither in it nor in the page.
  return !holds(top.id) && (page.contains(target) || stack.some(({ id }) => holds(id)))
}

/**
 * From the moment a modal is opened no key reaches what is behind it, although it is given the
 * keyboard a moment later: an Enter would press the button that had the focus before.
 */
export function guardKeysBehindModals(page: HTMLElement) {
  const guard = createKeyGuard()
  modals.store.subscribe(guard.change)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !guard.press(event, isBehindModal(page, event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    // Whoever notes which keys are held has to hear of it.
    if (guard.release(event, isBehindModal(page, event.target))) event.preventDefault()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  addEventListener('keyup', onKeyUp, { capture: true })
  addEventListener('blur', guard.forget)
}
