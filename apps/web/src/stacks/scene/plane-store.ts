import type { Drawing, ImageId, Point, Stack } from '@talus/contract'
import { createDrawingPlane, isOnPicture, toPicturePoint, toPlanePoint } from '@talus/volume'
import type { PlanePicture } from '@talus/volume'
import type { ViewState, Viewport } from '../../viewer/core/model.ts'
import type { ViewerStore } from '../../viewer/core/store/viewer-store.ts'

/** The visible plane of a viewport. */
export interface ShownDrawingPlane {
  readonly picture: PlanePicture
  readonly frameOfReferenceUID: string
  /** Half of the distance to the next plane, in millimetres. */
  readonly tolerance: number
  /** New drawings are stored with this image. */
  readonly holder: ImageId
}

interface PlaneCell {
  readonly getViewport: () => Viewport
  readonly setViewport: (viewport: Viewport) => void
  readonly getPlane: () => ShownDrawingPlane
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * The image that holds the drawings on planes of a frame of reference: the middle slice of the first
 * series with it. Series of one frame of reference share it, as they share their coordinates.
 */
export function getPlaneHolder(stacks: readonly Stack[], stack: Stack): ImageId | undefined {
  const { frameOfReferenceUID: uid } = stack
  const first =
    uid === ''
      ? stack
      : stacks.find((one) => one.kind === 'volume' && one.frameOfReferenceUID === uid)
  const slices = (first ?? stack).phases[0]?.slices ?? []
  return slices[Math.floor((slices.length - 1) / 2)]?.imageId
}

const mapPoints = (drawing: Drawing, change: (point: Point) => Point): Drawing => ({
  ...drawing,
  steps: drawing.steps.map(({ handles, points, ...step }) => ({
    ...step,
    handles: Object.fromEntries(
      Object.entries(handles).map(([name, point]) => [name, change(point)]),
    ),
    ...(points && { points: points.map(change) }),
  })),
})

/** The points that decide where a drawing lies; its label may be anywhere. */
const listPoints = ({ steps }: Drawing): readonly Point[] =>
  steps.flatMap(({ handles: { textBox: _label, ...handles }, points = [] }) => [
    ...Object.values(handles),
    ...points,
  ])

function toShown({ plane, ...drawing }: Drawing, picture: PlanePicture): Drawing | undefined {
  if (!plane) return undefined
  return mapPoints(drawing, (point) => {
    const { x, y } = toPicturePoint(picture, plane, point)
    return { x, y }
  })
}

const toStored = (
  { frame: _frame, ...drawing }: Drawing,
  { picture, frameOfReferenceUID }: ShownDrawingPlane,
): Drawing => ({
  ...mapPoints(drawing, (point) => toPlanePoint(picture, point)),
  plane: createDrawingPlane(picture, frameOfReferenceUID),
})

/** A drawing belongs to a plane of the same coordinates; unknown ones are those of its series. */
const isInPlane = (drawing: Drawing, owner: ImageId, shown: ShownDrawingPlane): boolean => {
  const { plane } = drawing
  if (plane?.frameOfReferenceUID !== shown.frameOfReferenceUID) return false
  if (shown.frameOfReferenceUID === '' && owner !== shown.holder) return false
  return isOnPicture(shown.picture, plane, listPoints(drawing), shown.tolerance)
}

interface ShownDrawing {
  readonly stored: Drawing
  readonly picture: PlanePicture
}

/** Converts drawings; an unchanged one is the same object in both directions. */
function createConversions() {
  const shownOf = new WeakMap<Drawing, { readonly picture: PlanePicture; drawing: Drawing }>()
  const storedOf = new WeakMap<Drawing, ShownDrawing>()
  return {
    show: (stored: Drawing, picture: PlanePicture): readonly Drawing[] => {
      const known = shownOf.get(stored)
      if (known?.picture === picture) return [known.drawing]
      const drawing = toShown(stored, picture)
      if (!drawing) return []
      shownOf.set(stored, { picture, drawing })
      storedOf.set(drawing, { stored, picture })
      return [drawing]
    },
    store: (drawing: Drawing, plane: ShownDrawingPlane): Drawing => {
      const known = storedOf.get(drawing)
      if (known) return known.stored
      const stored = toStored(drawing, plane)
      shownOf.set(stored, { picture: plane.picture, drawing })
      storedOf.set(drawing, { stored, picture: plane.picture })
      return stored
    },
  }
}

const isSameList = (one: readonly Drawing[], other: readonly Drawing[]) =>
  one.length === other.length && one.every((drawing, index) => drawing === other[index])

/** Replaces the drawings with these ids; undefined removes one. */
function replaceDrawings(
  drawings: readonly Drawing[],
  changes: ReadonlyMap<string, Drawing | undefined>,
): readonly Drawing[] {
  const known = new Set(drawings.map(({ id }) => id))
  const added = [...changes].flatMap(([id, after]) => (after && !known.has(id) ? [after] : []))
  const kept = drawings.flatMap((one) => {
    const next = changes.has(one.id) ? changes.get(one.id) : one
    return next ? [next] : []
  })
  return [...kept, ...added]
}

/**
 * The store as the drawing layer of a plane sees it: the drawings that lie in the visible plane, in
 * the pixels of its picture. They are stored in millimetres of the patient, with an image of the
 * study, so that they are saved, merged and undone like all others.
 */
export function createPlaneStore(store: ViewerStore, cell: PlaneCell): ViewerStore {
  const conversions = createConversions()
  let last: ViewState | undefined

  const viewState = (): ViewState => {
    const plane = cell.getPlane()
    const drawings = [...store.get().views].flatMap(([owner, view]) =>
      view.drawings.flatMap((one) =>
        isInPlane(one, owner, plane) ? conversions.show(one, plane.picture) : [],
      ),
    )
    const viewport = cell.getViewport()
    if (last?.viewport !== viewport || !isSameList(last.drawings, drawings))
      last = { viewport, crop: undefined, calibration: undefined, drawings }
    return last
  }
  const findOwner = (id: string): ImageId =>
    [...store.get().views].find(([, { drawings }]) =>
      drawings.some((one) => one.plane && one.id === id),
    )?.[0] ?? cell.getPlane().holder

  /** The changed drawings by the image that holds them, before and after. */
  function listChanges(before: readonly Drawing[], after: readonly Drawing[]) {
    const plane = cell.getPlane()
    const [old, next] = [before, after].map((list) => new Map(list.map((one) => [one.id, one])))
    const changes = new Map<
      ImageId,
      { before: Map<string, Drawing | undefined>; after: Map<string, Drawing | undefined> }
    >()
    for (const id of new Set([...before, ...after].map((one) => one.id))) {
      const [from, to] = [old?.get(id), next?.get(id)]
      if (from === to) continue
      const owner = findOwner(id)
      const change = changes.get(owner) ?? { before: new Map(), after: new Map() }
      change.before.set(id, from && conversions.store(from, plane))
      change.after.set(id, to && conversions.store(to, plane))
      changes.set(owner, change)
    }
    return changes
  }
  const showViewport = (after: ViewState) => {
    if (after.viewport !== cell.getViewport()) cell.setViewport(after.viewport)
  }
  return {
    ...store,
    subscribe: (listener) => {
      const stops = [store.subscribe(listener), cell.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    viewState,
    adjust: (_viewId, change) => {
      const before = viewState()
      const after = change(before)
      showViewport(after)
      for (const [owner, changed] of listChanges(before.drawings, after.drawings))
        store.adjust(owner, (now) => ({
          ...now,
          drawings: replaceDrawings(now.drawings, changed.after),
        }))
    },
    commit: (_viewId, change, pressed) => {
      const now = viewState()
      const after = change(now)
      showViewport(after)
      const before = pressed ?? now
      for (const [owner, changed] of listChanges(before.drawings, after.drawings)) {
        const base = store.viewState(owner)
        store.commit(
          owner,
          () => ({ ...base, drawings: replaceDrawings(base.drawings, changed.after) }),
          { ...base, drawings: replaceDrawings(base.drawings, changed.before) },
        )
      }
    },
  }
}
