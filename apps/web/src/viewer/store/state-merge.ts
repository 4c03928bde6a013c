import type { Drawing, ImageId } from '@talus/contract'
import type { ImageState } from '../model.ts'
import { untouched } from './viewer-store.ts'

const entriesOf = (value: object) =>
  Object.entries(value).filter(([, inner]) => inner !== undefined)

/** Whether two pieces of plain data say the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [entriesOf(one), new Map(entriesOf(other))]
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)))
  )
}

const taken = <Value>(base: Value, mine: Value, theirs: Value): Value =>
  isSame(base, mine) ? theirs : mine

/**
 * Each drawing by itself. What one has deleted and the other has changed stays: a drawing too many is
 * seen and deleted again, one too few is missed by nobody.
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
    if (is && other) return [taken(was, is, other) ?? is]
    const left = is ?? other
    return left && !isSame(was, left) ? [left] : []
  })
}

/** `mine` and `theirs` have both come from `base`: what only one of them has changed is kept. */
export function mergeImage(base: ImageState, mine: ImageState, theirs: ImageState): ImageState {
  if (mine === base) return theirs
  return {
    viewport: taken(base.viewport, mine.viewport, theirs.viewport),
    crop: taken(base.crop, mine.crop, theirs.crop),
    calibration: taken(base.calibration, mine.calibration, theirs.calibration),
    drawings: isSame(base.drawings, theirs.drawings)
      ? mine.drawings
      : mergeDrawings(base.drawings, mine.drawings, theirs.drawings),
  }
}

export type ImageStates = ReadonlyMap<ImageId, ImageState>

export function mergeImages(base: ImageStates, mine: ImageStates, theirs: ImageStates) {
  const ids = new Set([...theirs.keys(), ...mine.keys()])
  const of = (states: ImageStates, id: ImageId) => states.get(id) ?? untouched
  return new Map([...ids].map((id) => [id, mergeImage(of(base, id), of(mine, id), of(theirs, id))]))
}
