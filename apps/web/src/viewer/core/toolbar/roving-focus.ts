/** Focusable and visible elements of a toolbar or a menu. */
const listItems = (box: HTMLElement, selector: string) =>
  [...box.querySelectorAll<HTMLElement>(selector)].filter(
    (item) => item.closest('[popover]') === box.closest('[popover]') && item.offsetParent !== null,
  )

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  next: (at, count) => (at + 1) % count,
  previous: (at, count) => (at - 1 + count) % count,
  first: () => 0,
  last: (_, count) => count - 1,
}

const keys = {
  across: { ArrowRight: 'next', ArrowLeft: 'previous', Home: 'first', End: 'last' },
  down: { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' },
} as const satisfies Record<string, Record<string, keyof typeof steps>>

/** Whether a key moves the focus among the buttons of a box. */
export const isMoveKey = (key: string, along: keyof typeof keys): boolean => key in keys[along]

/**
 * Moves the focus among the buttons of a box by arrow keys; returns whether the key was handled.
 */
export function moveFocus(box: HTMLElement, key: string, along: keyof typeof keys): boolean {
  const direction = Object.entries(keys[along]).find(([name]) => name === key)?.[1]
  const step = direction && steps[direction]
  if (!step) return false
  const items = listItems(box, 'button, a[href]')
  const at = items.findIndex((item) => item === document.activeElement)
  items[step(at, items.length)]?.focus()
  return true
}

/** Makes only the last focused button reachable by Tab; arrow keys reach the others. */
export function updateTabStop(bar: HTMLElement, current: Element | undefined) {
  const items = listItems(bar, 'button, a[href]')
  const stop = items.find((item) => item === current) ?? items[0]
  for (const item of items) item.tabIndex = item === stop ? 0 : -1
}
