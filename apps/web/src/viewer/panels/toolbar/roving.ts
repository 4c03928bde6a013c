/** What can have the focus in a bar or a menu and is to be seen. */
const itemsOf = (box: HTMLElement, selector: string) =>
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

/** Moves the focus among the buttons of a box by arrow keys; says whether the key was one of them. */
export function rove(box: HTMLElement, key: string, along: keyof typeof keys): boolean {
  const way = Object.entries(keys[along]).find(([name]) => name === key)?.[1]
  const step = way && steps[way]
  if (!step) return false
  const items = itemsOf(box, 'button, a[href]')
  const at = items.findIndex((item) => item === document.activeElement)
  items[step(at, items.length)]?.focus()
  return true
}

/** One of the bar is reached by Tab, the others from there: the one that had the focus last. */
export function keepOneTabStop(bar: HTMLElement, current: Element | undefined) {
  const items = itemsOf(bar, 'button, a[href]')
  const stop = items.find((item) => item === current) ?? items[0]
  for (const item of items) item.tabIndex = item === stop ? 0 : -1
}
