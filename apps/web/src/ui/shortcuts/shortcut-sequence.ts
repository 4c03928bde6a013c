export interface Shortcut {
  /** `?`, `/`, a sequence such as `g s`, or what is only told, such as `Shift+ArrowUp`. */
  readonly keys: string
  readonly label: string
  /** The heading it stands under among the keys of the screen. */
  readonly group?: string
  /** Absent where the part of the screen that has the focus listens itself. */
  readonly run?: () => void
}

export interface Typed {
  readonly keys: readonly string[]
  readonly at: number
}

/** Longer than this between two keys, and a new sequence begins. */
const patienceMs = 1000
export const nothingTyped: Typed = { keys: [], at: 0 }

/** What a key press leads to: the shortcut it completes, or the keys to remember. */
export function press(
  typed: Typed,
  key: string,
  now: number,
  shortcuts: readonly Shortcut[],
): { readonly typed: Typed; readonly shortcut: Shortcut | undefined } {
  const earlier = now - typed.at > patienceMs ? [] : typed.keys
  for (const keys of [[...earlier, key], [key]]) {
    const sequence = keys.join(' ')
    // The latest comes first: a screen may give a key another meaning while it is shown.
    const shortcut = shortcuts.findLast((one) => one.keys === sequence)
    if (shortcut) return { typed: nothingTyped, shortcut }
    if (shortcuts.some((one) => one.keys.startsWith(`${sequence} `)))
      return { typed: { keys, at: now }, shortcut: undefined }
  }
  return { typed: nothingTyped, shortcut: undefined }
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
}

/** Those beside letters that a screen may give a meaning; the page scrolls by them where none does. */
const namedKeys: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown']

/** Keys with a modifier belong to the browser, and keys in a field are text. */
export const isShortcutKey = (event: KeyPress, isTextField: boolean): boolean =>
  !isTextField &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  ((event.key.length === 1 && event.key !== ' ') || namedKeys.includes(event.key))

/** Works in a field, too, where Enter alone may mean something else. */
export const confirmKeys = 'Ctrl+Enter'
export const isConfirm = (event: KeyPress): boolean =>
  event.key === 'Enter' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented
