import type { Drawing } from '@talus/contract'
import type { ViewId, ViewState } from '../model.ts'
import { initialViewState } from './viewer-store.ts'

const entriesOf = (value: object) =>
  Object.entries(value).filter(([, inner]) => inner !== undefined)

/** Deep equality of plain data, independent of the order of keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [entriesOf(one), new Map(entriesOf(other))]
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isDeepEqual(value, theirs.get(key)))
  )
}

const pickChanged = <Value>(base: Value, mine: Value, theirs: Value): Value =>
  isDeepEqual(base, mine) ? theirs : mine

/**
 * Merges each drawing separately. A drawing deleted by one user and changed by the other is kept: a
 * surplus drawing is seen and deleted again, but no one notices a missing one.
 */
function mergeDrawings(
  base: readonly Drawing[],
  mine: readonly Drawing[],
  theirs: readonly Drawing[],
): readonly Drawing[] {
  const byId = (drawings: readonly Drawing[]) => new Map(drawings.map((one) => [one.id, one]))
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)]
  const ids = new Set([...theirs, ...mine].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [was, is, other] = [before.get(id), ours.get(id), others.get(id)]
    if (is && other) return [pickChanged(was, is, other) ?? is]
    const remaining = is ?? other
    return remaining && !isDeepEqual(was, remaining) ? [remaining] : []
  })
}

/** Three-way merge: `mine` and `theirs` both derive from `base`; single-sided changes are kept. */
export function mergeView(base: ViewState, mine: ViewState, theirs: ViewState): ViewState {
  if (mine === base) return theirs
  return {
    viewport: pickChanged(base.viewport, mine.viewport, theirs.viewport),
    crop: pickChanged(base.crop, mine.crop, theirs.crop),
    calibration: pickChanged(base.calibration, mine.calibration, theirs.calibration),
    drawings: isDeepEqual(base.drawings, theirs.drawings)
      ? mine.drawings
      : mergeDrawings(base.drawings, mine.drawings, theirs.drawings),
  }
}

export type ViewStates = ReadonlyMap<ViewId, ViewState>

export function mergeViews(base: ViewStates, mine: ViewStates, theirs: ViewStates) {
  const ids = new Set([...theirs.keys(), ...mine.keys()])
  const getState = (states: ViewStates, id: ViewId) => states.get(id) ?? initialViewState
  return new Map(
    [...ids].map((id) => [
      id,
      mergeView(getState(base, id), getState(mine, id), getState(theirs, id)),
    ]),
  )
}
