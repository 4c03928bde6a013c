import type { SurfaceChange } from './surface-changes.ts'

export interface PressedKey {
  readonly code: string
  readonly key: string
  readonly repeat: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly timeStamp: number
}

/**
 * Escape closes the top modal wherever the focus is, Tab moves into it, the rest is for the
 * browser.
 */
const ignoredKeys = /^(?:Escape|Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+)$/u
const isIgnored = ({ key, ctrlKey, metaKey, altKey }: PressedKey) =>
  ignoredKeys.test(key) || ((ctrlKey || metaKey || altKey) && key !== 'Enter')

const isActivation = ({ key }: PressedKey) => key === 'Enter' || key === ' '

/** The two presses of a double press are closer together than two deliberate ones. */
const doublePressMs = 300
/** A dialog that appears later than this after the last input was not opened by that input. */
const ownInputMs = 100
/** No user reads a dialog and answers it in less. */
const reactionMs = 300

/** Detects keys that the user pressed for another element than the topmost modal. */
export function createKeyGuard() {
  const down = new Set<string>()
  let heldBefore = new Set<string>()
  let lastKey: PressedKey | undefined
  let lastInputAt = -Infinity
  let changedAt = -Infinity
  /** When a dialog opened by itself, as the report of a failure does. */
  let appearedAt = -Infinity

  const isUnintended = (key: PressedKey) => {
    if (!isActivation(key)) return false
    const isDoublePress =
      lastKey?.code === key.code &&
      key.timeStamp - lastKey.timeStamp <= doublePressMs &&
      lastKey.timeStamp <= changedAt
    return isDoublePress || key.timeStamp - appearedAt < reactionMs
  }

  return {
    /** The surface has changed: keys held at that moment were not meant for the new one. */
    change: ({ kind, at }: SurfaceChange) => {
      changedAt = at
      if (kind === 'opened' && at - lastInputAt > ownInputMs) appearedAt = at
      if (kind === 'closed') appearedAt = -Infinity
      heldBefore = new Set(down)
    },
    /** The user has pressed or released the pointer or a key. */
    noteInput: (at: number) => {
      lastInputAt = at
    },
    /** Whether a key press must be blocked; `isBehind`: its target is behind the topmost modal. */
    press: (key: PressedKey, isBehind: boolean): boolean => {
      // Not a repeat, so the key was released while another window had the focus.
      if (!key.repeat) heldBefore.delete(key.code)
      if (!key.repeat && isUnintended(key)) heldBefore.add(key.code)
      if (!key.repeat) lastKey = key
      lastInputAt = key.timeStamp
      down.add(key.code)
      return heldBefore.has(key.code) || (isBehind && !isIgnored(key))
    },
    /** Whether a key release must be blocked: Space presses a button on release. */
    release: ({ code }: Pick<PressedKey, 'code'>, isBehind: boolean): boolean => {
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
