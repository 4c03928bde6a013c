import { createPointerGuard } from './pointer-guard.ts'
import { onSurfaceChange } from './surface-changes.ts'

const menuSelector = '[role=menu], [role=listbox], [popover]'

const findMenu = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest(menuSelector) ?? undefined) : undefined

/**
 * Blocks the presses of a mouse, pen or finger that were meant for a dialog, menu or page that has
 * just disappeared. Clicks of the keyboard and of assistive technology have no press and pass.
 */
export function guardPointer() {
  const guard = createPointerGuard()
  /** The menu in which the first press of a double click was made. */
  let menu: Element | undefined
  let isBlocked = false
  onSurfaceChange(guard.change)

  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onDown = (event: PointerEvent) => {
    if (!event.isPrimary) return
    const press = { x: event.clientX, y: event.clientY, at: event.timeStamp }
    const isSourceGone = menu !== undefined && !menu.checkVisibility()
    const isContinued = guard.continuesDoubleClick(press)
    isBlocked = guard.press({ ...press, isSourceGone })
    if (!isContinued) menu = findMenu(event.target)
    if (isBlocked) stop(event)
  }
  const onPress = (event: MouseEvent) => {
    if (isBlocked && event.detail > 0) stop(event)
  }
  addEventListener('pointermove', (event) => guard.move({ x: event.clientX, y: event.clientY }), {
    capture: true,
    passive: true,
  })
  addEventListener('pointerdown', onDown, { capture: true })
  for (const name of ['mousedown', 'click', 'dblclick', 'auxclick'] as const)
    addEventListener(name, onPress, { capture: true })
}
