export interface Shortcut {
  /** `?`, `/`, a sequence such as `g s`, or for the help only, such as `Shift+ArrowUp`. */
  readonly keys: string
  readonly label: string
  /** Its heading in the keyboard help. */
  readonly group?: string
  /** Undefined if the focused component handles the key itself. */
  readonly run?: () => void
}

export interface TypedKeys {
  readonly keys: readonly string[]
  readonly at: number
}

/** After a longer pause between two keys, a new sequence starts. */
const sequenceTimeoutMs = 1000
export const noTypedKeys: TypedKeys = { keys: [], at: 0 }

/** Handles a key press: returns the shortcut that it completes, or the keys typed so far. */
export function handleKeyPress(
  typed: TypedKeys,
  key: string,
  now: number,
  shortcuts: readonly Shortcut[],
): { readonly typed: TypedKeys; readonly shortcut: Shortcut | undefined } {
  const earlier = now - typed.at > sequenceTimeoutMs ? [] : typed.keys
  for (const keys of [[...earlier, key], [key]]) {
    const sequence = keys.join(' ')
    // The latest wins: a screen may override a key while it is shown.
    const shortcut = shortcuts.findLast((one) => one.keys === sequence)
    if (shortcut) return { typed: noTypedKeys, shortcut }
    if (shortcuts.some((one) => one.keys.startsWith(`${sequence} `)))
      return { typed: { keys, at: now }, shortcut: undefined }
  }
  return { typed: noTypedKeys, shortcut: undefined }
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
}

/** Named keys that a screen may use as shortcuts; otherwise they scroll the page. */
const namedKeys: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown']

/** Keys with a modifier are for the browser, and keys in a field are text. */
export const isShortcutKey = (event: KeyPress, isTextField: boolean): boolean =>
  !isTextField &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  ((event.key.length === 1 && event.key !== ' ') || namedKeys.includes(event.key))

/** Also works in a field, in which Enter alone may have another meaning. */
export const confirmKeys = 'Ctrl+Enter'
export const isConfirmKey = (event: KeyPress): boolean =>
  event.key === 'Enter' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented
