export interface PressedKey {
  readonly code: string
  readonly key: string
  readonly repeat: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Escape closes the top one wherever the focus is, Tab finds into it, the rest is the browser's. */
const leftAlone = /^(?:Escape|Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+)$/u
const isOfBrowser = ({ key, ctrlKey, metaKey, altKey }: PressedKey) =>
  leftAlone.test(key) || ((ctrlKey || metaKey || altKey) && key !== 'Enter')

/** Which keys a person has meant for something else than what is in front now. */
export function createKeyGuard() {
  const down = new Set<string>()
  let old = new Set<string>()
  return {
    /** Something else came to the front: a key that is held meanwhile was not meant for it. */
    change: () => {
      old = new Set(down)
    },
    /** Whether the press is to come to nothing; `isBehind`: its target is not in front. */
    press: (key: PressedKey, isBehind: boolean): boolean => {
      // Let go while another window had the keyboard.
      if (!key.repeat) old.delete(key.code)
      down.add(key.code)
      return old.has(key.code) || (isBehind && !isOfBrowser(key))
    },
    /** The same of a key that is let go: Space presses a button only then. */
    release: ({ code }: PressedKey, isBehind: boolean): boolean => {
      const wasOld = old.delete(code)
      down.delete(code)
      return wasOld || isBehind
    },
    /** Another window has the keyboard, and keys are let go there. */
    forget: () => {
      down.clear()
      old.clear()
    },
  }
}
