import type { Drawing } from '@talus/contract'
import type { ViewId, ViewState } from '../model.ts'
import { isDeepEqual } from './deep-equal.ts'
import { isSameContent } from './drawing-rules.ts'
import { initialViewState } from './viewer-store.ts'

const pickChanged = <Value>(base: Value, mine: Value, theirs: Value): Value =>
  isDeepEqual(base, mine) ? theirs : mine

/** A drawing that both users changed, or one changed and the other deleted. */
interface MergedDrawing {
  readonly drawing: Drawing | undefined
  readonly isConflict: boolean
}

/**
 * If both changed the content, the saved state wins: it is the newer one that all others see. The
 * caller reports the conflict and offers the other version.
 */
function mergeDrawing(
  was: Drawing | undefined,
  mine: Drawing | undefined,
  theirs: Drawing | undefined,
): MergedDrawing {
  const hasChanged = (is: Drawing | undefined) => (was && is ? !isSameContent(was, is) : was !== is)
  if (isDeepEqual(was, mine)) return { drawing: theirs, isConflict: false }
  if (isDeepEqual(was, theirs)) return { drawing: mine, isConflict: false }
  if (!hasChanged(theirs)) return { drawing: mine, isConflict: false }
  const isSame = mine && theirs ? isSameContent(mine, theirs) : mine === theirs
  return { drawing: theirs, isConflict: hasChanged(mine) && !isSame }
}

const byId = (drawings: readonly Drawing[]) => new Map(drawings.map((one) => [one.id, one]))

/** Merges each drawing separately, and lists the ids of those in conflict. */
function mergeDrawings(
  base: readonly Drawing[],
  mine: readonly Drawing[],
  theirs: readonly Drawing[],
) {
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)]
  const ids = [...new Set([...theirs, ...mine].map(({ id }) => id))]
  const merged = ids.map((id) => ({
    id,
    ...mergeDrawing(before.get(id), ours.get(id), others.get(id)),
  }))
  return {
    drawings: merged.flatMap(({ drawing }) => drawing ?? []),
    conflicts: merged.flatMap(({ id, isConflict }) => (isConflict ? [id] : [])),
  }
}

/** Drawings of a view that two users changed at once. */
export interface ViewConflict {
  readonly viewId: ViewId
  /** The merged view with the versions of this user. */
  readonly mine: ViewState
  readonly drawings: readonly Drawing[]
}

/** The view with the user's own version of these drawings. */
function withMine(merged: ViewState, mine: ViewState, ids: readonly string[]): ViewState {
  const own = byId(mine.drawings)
  const kept = merged.drawings.flatMap((one) =>
    ids.includes(one.id) ? (own.get(one.id) ?? []) : one,
  )
  const known = new Set(kept.map(({ id }) => id))
  const back = mine.drawings.filter(({ id }) => ids.includes(id) && !known.has(id))
  return { ...merged, drawings: [...kept, ...back] }
}

interface MergedView {
  readonly view: ViewState
  /** Ids of drawings. */
  readonly conflicts: readonly string[]
}

/** Three-way merge: `mine` and `theirs` both derive from `base`; single-sided changes are kept. */
function mergeView(base: ViewState, mine: ViewState, theirs: ViewState): MergedView {
  if (mine === base) return { view: theirs, conflicts: [] }
  const { drawings, conflicts } = isDeepEqual(base.drawings, theirs.drawings)
    ? { drawings: mine.drawings, conflicts: [] }
    : mergeDrawings(base.drawings, mine.drawings, theirs.drawings)
  const view: ViewState = {
    viewport: pickChanged(base.viewport, mine.viewport, theirs.viewport),
    crop: pickChanged(base.crop, mine.crop, theirs.crop),
    calibration: pickChanged(base.calibration, mine.calibration, theirs.calibration),
    drawings,
  }
  return { view, conflicts }
}

export type ViewStates = ReadonlyMap<ViewId, ViewState>

export function mergeViews(base: ViewStates, mine: ViewStates, theirs: ViewStates) {
  const ids = new Set([...theirs.keys(), ...mine.keys()])
  const getState = (states: ViewStates, id: ViewId) => states.get(id) ?? initialViewState
  const views = new Map<ViewId, ViewState>()
  const conflicts: ViewConflict[] = []
  for (const viewId of ids) {
    const own = getState(mine, viewId)
    const merged = mergeView(getState(base, viewId), own, getState(theirs, viewId))
    views.set(viewId, merged.view)
    if (merged.conflicts.length === 0) continue
    const isMine = ({ id }: Drawing) => merged.conflicts.includes(id)
    const drawings = [...byId([...own.drawings, ...merged.view.drawings]).values()].filter(isMine)
    conflicts.push({ viewId, mine: withMine(merged.view, own, merged.conflicts), drawings })
  }
  return { views, conflicts }
}
