import type { SurfaceChange } from './surface-changes.ts'

export interface PointerPress {
  readonly x: number
  readonly y: number
  readonly at: number
  /** The list or menu that contained the first press of a double click is no longer shown. */
  readonly isSourceGone?: boolean
}

/** The longest pause between the presses of a double click in the default of Windows. */
export const doubleClickMs = 500
/** A pointer that rested here when a dialog appeared: no user aims at what is new that fast. */
const restMs = 400
/** Presses of a double click with a glove or a trembling hand are this many pixels apart at most. */
const samePlacePx = 24
/** An impatient user who presses on and on is blocked no longer than this. */
const longestBlockMs = 1000

type Point = Pick<PointerPress, 'x' | 'y'>
const isSamePlace = (one: Point | undefined, other: Point) =>
  one !== undefined && Math.hypot(one.x - other.x, one.y - other.y) <= samePlacePx

/**
 * Detects presses that were meant for the surface that was there before: the second press of a
 * double click on the button of a dialog hits the page behind it. A press at another place is never
 * blocked, so that nobody has to wait.
 */
export function createPointerGuard() {
  let last: (PointerPress & { readonly firstAt: number }) | undefined
  let pointer: Point | undefined
  let rest: Point | undefined
  let changed: SurfaceChange | undefined
  const continuesDoubleClick = (press: PointerPress) =>
    last !== undefined && press.at - last.at <= doubleClickMs && isSamePlace(last, press)
  return {
    move: (point: Point) => {
      pointer = { x: point.x, y: point.y }
    },
    change: (change: SurfaceChange) => {
      changed = change
      rest = pointer
    },
    /** To be asked before `press`: the caller remembers where a double click began. */
    continuesDoubleClick,
    /** Whether a press must be blocked. */
    press: (press: PointerPress): boolean => {
      const isContinued = continuesDoubleClick(press)
      const firstAt = isContinued && last ? last.firstAt : press.at
      last = { ...press, firstAt }
      pointer = { x: press.x, y: press.y }
      if (isContinued && press.isSourceGone === true) return true
      if (!changed) return false
      const sinceMs = press.at - changed.at
      if (sinceMs > longestBlockMs) return false
      if (isContinued && firstAt <= changed.at) return true
      return changed.kind !== 'page' && sinceMs < restMs && isSamePlace(rest, press)
    },
  }
}
