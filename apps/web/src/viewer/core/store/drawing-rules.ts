import { toDrawingContent } from '@talus/contract'
import type { Drawing } from '@talus/contract'
import type { ViewId, ViewState } from '../model.ts'
import { isDeepEqual } from './deep-equal.ts'

/** A drawing of another user that is about to be changed, or deleted (no `after`). */
export interface ForeignChange {
  readonly viewId: ViewId
  readonly before: Drawing
  readonly after: Drawing | undefined
}

/** Which drawings a user may change, and which of them belong to others. */
export interface DrawingRules {
  /** False for a measurement that only users with the advanced tools may change. */
  readonly mayChange: (drawing: Drawing) => boolean
  readonly isForeign: (viewId: ViewId, drawing: Drawing) => boolean
  /** Asks before drawings of others are changed or deleted. */
  readonly ask: (changes: readonly ForeignChange[]) => Promise<boolean>
  /** Called after such a change, with a function that undoes it. */
  readonly onForeignChange: (changes: readonly ForeignChange[], undo: () => void) => void
  /** Called if a change was refused because of `mayChange`. */
  readonly onRefused: () => void
}

export const isSameContent = (one: Drawing, other: Drawing): boolean =>
  one === other || isDeepEqual(toDrawingContent(one), toDrawingContent(other))

/** The drawings of `before` that `after` lacks, or whose content differs there. */
export function listChanged(
  viewId: ViewId,
  before: readonly Drawing[],
  after: readonly Drawing[],
): readonly ForeignChange[] {
  if (before === after) return []
  const next = new Map(after.map((one) => [one.id, one]))
  return before.flatMap((one): ForeignChange[] => {
    const other = next.get(one.id)
    return other && isSameContent(one, other) ? [] : [{ viewId, before: one, after: other }]
  })
}

/** Puts these drawings back as they were, at their place in the list. */
export function restoreDrawings(
  now: ViewState,
  before: readonly Drawing[],
  changes: readonly ForeignChange[],
): ViewState {
  const restored = new Set(changes.map(({ before: { id } }) => id))
  const current = new Map(now.drawings.map((one) => [one.id, one]))
  const known = new Set(before.map(({ id }) => id))
  const kept = before.flatMap((one) => {
    const next = restored.has(one.id) ? one : current.get(one.id)
    return next ? [next] : []
  })
  return { ...now, drawings: [...kept, ...now.drawings.filter(({ id }) => !known.has(id))] }
}
