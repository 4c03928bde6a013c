export interface PressedKey {
  readonly code: string
  readonly key: string
  readonly repeat: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * Escape closes the top modal wherever the focus is, Tab moves into it, the rest is for the
 * browser.
 */
const ignoredKeys = /^(?:Escape|Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+)$/u
const isIgnored = ({ key, ctrlKey, metaKey, altKey }: PressedKey) =>
  ignoredKeys.test(key) || ((ctrlKey || metaKey || altKey) && key !== 'Enter')

/** Detects keys that the user pressed for another element than the topmost modal. */
export function createKeyGuard() {
  const down = new Set<string>()
  let heldBefore = new Set<string>()
  return {
    /** The topmost modal has changed: keys held at that moment were not meant for it. */
    change: () => {
      heldBefore = new Set(down)
    },
    /** Whether a key press must be blocked; `isBehind`: its target is behind the topmost modal. */
    press: (key: PressedKey, isBehind: boolean): boolean => {
      // Not a repeat, so the key was released while another window had the focus.
      if (!key.repeat) heldBefore.delete(key.code)
      down.add(key.code)
      return heldBefore.has(key.code) || (isBehind && !isIgnored(key))
    },
    /** Whether a key release must be blocked: Space presses a button on release. */
    release: ({ code }: PressedKey, isBehind: boolean): boolean => {
      const wasHeldBefore = heldBefore.delete(code)
      down.delete(code)
      return wasHeldBefore || isBehind
    },
    /** Another window has the focus, in which keys may be released. */
    reset: () => {
      down.clear()
      heldBefore.clear()
    },
  }
}
