/** One row of a screen's table of keys: it drives both the behaviour and the keyboard help. */
export interface Shortcut {
  /**
   * `?`, a sequence such as `g s`, a combination such as `Ctrl+Z`, a function key such as `F9`, or a
   * gesture such as `Wheel`. A single letter must start nothing that cannot be taken back: users
   * type names, and the focus may not be where they believe.
   */
  readonly keys: string
  readonly label: string
  /** Its heading in the keyboard help. */
  readonly group?: string
  /** Undefined for a gesture, or if the focused component handles the key itself. */
  readonly run?: () => void
  /** False removes the row from the keys and from the help. */
  readonly when?: boolean
  /** By default a focused text field and an open menu disable a shortcut. */
  readonly worksIn?: readonly ('textField' | 'menu')[]
  /** The repeats of a held key are ignored. */
  readonly isOnce?: boolean
}

export interface TypedKeys {
  readonly keys: readonly string[]
  readonly at: number
}

/** After a longer pause between two keys, a new sequence starts. */
const sequenceTimeoutMs = 1000
export const noTypedKeys: TypedKeys = { keys: [], at: 0 }

/**
 * Handles a key press: returns the shortcut that it completes, and the keys that may continue. A key
 * can do both: `g` opens a palette, and `g 1` chooses its first tile.
 */
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
    const canContinue = shortcuts.some((one) => one.keys.startsWith(`${sequence} `))
    if (shortcut || canContinue)
      return { typed: canContinue ? { keys, at: now } : noTypedKeys, shortcut }
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

/** A key without a modifier; in a field it is text. */
export const isShortcutKey = (event: KeyPress, isTextField: boolean): boolean =>
  !isTextField &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  ((event.key.length === 1 && event.key !== ' ') || namedKeys.includes(event.key))

/**
 * The keys that a press may mean, the likeliest first. Digits are keys by their place: on French
 * keyboards they need Shift, and the key of 6 without it is a hyphen.
 */
export function listMeanings({
  key,
  code = '',
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey'> & { readonly code?: string }): readonly string[] {
  const digit = shiftKey ? undefined : /^Digit(\d)$/u.exec(code)?.[1]
  const meanings = [digit ?? key, key, ...(code === 'Minus' && !shiftKey ? ['-'] : [])]
  return [...new Set(meanings)]
}

/** A combination such as `Ctrl+Shift+Z`, on a Mac with the command key; undefined for other keys. */
export function getCombination(event: KeyPress & { readonly shiftKey: boolean }) {
  if (!event.ctrlKey && !event.metaKey) return undefined
  if (event.altKey || event.isComposing || event.defaultPrevented) return undefined
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  return `Ctrl+${event.shiftKey ? 'Shift+' : ''}${key}`
}

/** A function key without a modifier; it is no text, so it works like a combination. */
export const getFunctionKey = (event: KeyPress & { readonly shiftKey: boolean }) =>
  /^F\d+$/u.test(event.key) &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented
    ? event.key
    : undefined

/** Confirms a form; it also works in a field, in which Enter alone may have another meaning. */
export const confirmKeys = {
  keys: 'Ctrl+Enter',
  worksIn: ['textField'],
  isOnce: true,
} as const satisfies Partial<Shortcut>
