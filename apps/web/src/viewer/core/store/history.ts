import type { Drawing, Viewport } from '@talus/contract'
import type { ViewId, ViewState } from '../model.ts'
import { isSameContent } from './drawing-rules.ts'
import type { StepDraft } from './step-draft.ts'

/** The unfinished steps beside a change: a saved step may have been drawn by two strokes. */
export interface ChangedDrafts {
  /** Resumed when the change is undone: the step without the stroke that completed it. */
  readonly draftBefore?: StepDraft | undefined
  /** Resumed when the change is made: the first stroke of a step that lost its second one. */
  readonly draftAfter?: StepDraft | undefined
}

/** An undo step. */
export interface Change extends ChangedDrafts {
  readonly viewId: ViewId
  readonly before: ViewState
  readonly after: ViewState
}

/** Whether the draft is what the change left, and nothing has been drawn since. */
export const isReopenedBy = (change: Change | undefined, draft: StepDraft): boolean =>
  change?.draftAfter?.step === draft.step && draft.firstStroke?.isSecondBegun === false

const mergeViewport = (now: Viewport, from: Viewport, to: Viewport): Viewport => ({
  invert: from.invert === to.invert ? now.invert : to.invert,
  rotation: from.rotation === to.rotation ? now.rotation : to.rotation,
  tilt: from.tilt === to.tilt ? now.tilt : to.tilt,
  hflip: from.hflip === to.hflip ? now.hflip : to.hflip,
  vflip: from.vflip === to.vflip ? now.vflip : to.vflip,
  zoom: from.zoom === to.zoom ? now.zoom : to.zoom,
  shownIn: from.zoom === to.zoom ? now.shownIn : to.shownIn,
  pan: from.pan === to.pan ? now.pan : to.pan,
  window: from.window === to.window ? now.window : to.window,
})

function mergeDrawings(
  now: readonly Drawing[],
  from: readonly Drawing[],
  to: readonly Drawing[],
): readonly Drawing[] {
  if (from === to) return now
  const before = new Map(from.map((one) => [one.id, one]))
  const after = new Map(to.map((one) => [one.id, one]))
  const kept = now.flatMap((one) => {
    const [was, next] = [before.get(one.id), after.get(one.id)]
    // Another user has changed it since: reverting would overwrite their change unseen.
    const isNewer = was !== undefined && !isSameContent(was, one)
    if (was === next || isNewer) return [one]
    return next ? [next] : []
  })
  const isKept = new Set(kept.map(({ id }) => id))
  const back = to.filter((one) => !isKept.has(one.id) && before.get(one.id) !== one)
  return back.reduceRight(insertInOrder(to), kept)
}

/** Inserts a restored drawing before the one that followed it, not at the end of the list. */
const insertInOrder =
  (order: readonly Drawing[]) =>
  (drawings: readonly Drawing[], one: Drawing): readonly Drawing[] => {
    const following = new Set(order.slice(order.indexOf(one) + 1).map(({ id }) => id))
    const at = drawings.findIndex(({ id }) => following.has(id))
    return at < 0 ? [...drawings, one] : drawings.toSpliced(at, 0, one)
  }

/**
 * Applies only the difference between `from` and `to` to `now`. Restoring the whole state would
 * also undo a later zoom or a drawing that another user has added meanwhile.
 */
export const applyChange = (now: ViewState, from: ViewState, to: ViewState): ViewState => ({
  viewport:
    from.viewport === to.viewport
      ? now.viewport
      : mergeViewport(now.viewport, from.viewport, to.viewport),
  crop: from.crop === to.crop ? now.crop : to.crop,
  drawings: mergeDrawings(now.drawings, from.drawings, to.drawings),
  calibration: from.calibration === to.calibration ? now.calibration : to.calibration,
})

/** The step without its change of viewport and crop; empty if it changed nothing else. */
export function withoutViewport(change: Change): readonly Change[] {
  const { before, after } = change
  const isSame = before.drawings === after.drawings && before.calibration === after.calibration
  const { viewport, crop } = after
  return isSame ? [] : [{ ...change, before: { ...before, viewport, crop } }]
}
