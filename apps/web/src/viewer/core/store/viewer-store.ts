import { defaultViewport, listImageDrawings } from '@talus/contract'
import type { Drawing, Viewport } from '@talus/contract'
import { getNextStep } from '@talus/measurements'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { Grid, PointerTool, ViewId, ViewState } from '../model.ts'
import { listChanged, restoreDrawings } from './drawing-rules.ts'
import type { DrawingRules } from './drawing-rules.ts'
import { applyChange, isReopenedBy } from './history.ts'
import type { Change, ChangedDrafts } from './history.ts'
import type { PresentedView } from './presented-views.ts'
import { continueDraft, takeBackStroke } from './step-draft.ts'
import type { StepDraft } from './step-draft.ts'
import { createUndoStack } from './undo-stack.ts'

/** The visible images and their drawings; independent of the server and of React. */
export interface ViewerScene {
  readonly grid: Grid
  /** The grid to return to while one of its cells is enlarged. */
  readonly enlargedFrom?: Grid | undefined
  readonly tool: PointerTool
  /** Keyed by view, so that a view keeps its state in any cell of the grid. */
  readonly views: ReadonlyMap<ViewId, ViewState>
  readonly areDrawingsVisible: boolean
  /** Visible frame of multi-frame images, from 1; without an entry it is the first. */
  readonly frames?: ReadonlyMap<ViewId, number>
  /**
   * Views whose file's overlays the user has hidden. Never saved: they may hold the side markers,
   * and an image that is opened shows them.
   */
  readonly hiddenOverlays?: ReadonlySet<ViewId>
  /** Chosen presentation states. Their ids are saved, and never the views that they show. */
  readonly presented?: ReadonlyMap<ViewId, PresentedView>
  /** Strength of the sharpening of a view. Never saved: it is a way to look, not a finding. */
  readonly sharpening?: ReadonlyMap<ViewId, number>
  /** The drawing that keys and the panel act on. */
  readonly selected: { readonly viewId: ViewId; readonly drawingId: string } | undefined
  /** The step that is being drawn: the image, the guide, the keys and undo all use this one. */
  readonly draft?: StepDraft | undefined
}

export const initialViewState: ViewState = {
  viewport: defaultViewport,
  crop: undefined,
  drawings: [],
  calibration: undefined,
}

export interface ViewerStore extends Store<ViewerScene> {
  readonly viewState: (viewId: ViewId) => ViewState
  /** Changes a view without an undo step, while the pointer is still moving. */
  readonly adjust: (viewId: ViewId, change: (now: ViewState) => ViewState) => void
  /**
   * Changes a view as one undo step; `before` is the state before the pointer was pressed. A change
   * of another user's drawing is made when the user has agreed to it. `drafts` are the unfinished
   * steps that undo and redo return to.
   */
  readonly commit: (
    viewId: ViewId,
    change: (now: ViewState) => ViewState,
    before?: ViewState,
    drafts?: ChangedDrafts,
  ) => void
  /**
   * Adds an undo step back to `before` without changing anything; returns a function that makes
   * this step at any time.
   */
  readonly remember: (viewId: ViewId, before: ViewState) => () => void
  /** Whether drawings are being dragged: their state is not final and must not be saved. */
  readonly isEditing: () => boolean
  /** False for a measurement that this user may only look at. */
  readonly mayChange: (drawing: Drawing) => boolean
  /** Removes viewport and crop of a view from the undo steps; drawings stay in them. */
  readonly forgetViewport: (viewId: ViewId) => void
  /** Takes back the last stroke of the step that is being drawn; returns whether there is one. */
  readonly takeBackDraft: (viewId: ViewId) => boolean
  /** Takes back the last stroke of the step that is being drawn, or else the last change. */
  readonly undo: () => void
  readonly redo: () => void
  /** The change that undo takes back, for undo steps of other records between the changes. */
  readonly getLastChange: () => Change | undefined
  readonly history: Store<{ readonly canUndo: boolean; readonly canRedo: boolean }>
}

const isSameList = (one: readonly Drawing[], other: readonly Drawing[]) =>
  one.length === other.length && one.every((drawing, index) => drawing === other[index])

/** Starts or continues a step, if it is the next one of a drawing in the active viewport. */
const withDraft = (scene: ViewerScene, draft: StepDraft): ViewerScene => {
  const isActive = scene.grid.cells[scene.grid.active]?.imageId === draft.viewId
  return isActive && scene.tool === draft.tool.id ? withoutMissing({ ...scene, draft }) : scene
}

function keepDraft(scene: ViewerScene): StepDraft | undefined {
  const { draft, views } = scene
  if (!draft) return undefined
  const drawings = views.get(draft.viewId)?.drawings ?? []
  const onPlane = drawings.find(({ id, plane }) => plane && id === draft.base?.id)
  // The stored points of a drawing on a plane are millimetres; the draft keeps its own in pixels.
  if (onPlane) return getNextStep(onPlane, draft.tool)?.step === draft.number ? draft : undefined
  return continueDraft(draft, filterByFrame(drawings, getFrame(scene, draft.viewId)))
}

/** A removed drawing, also one that another user removed, is not selected or continued. */
export function withoutMissing(scene: ViewerScene): ViewerScene {
  const { selected, views } = scene
  const isKept =
    selected && views.get(selected.viewId)?.drawings.some(({ id }) => id === selected.drawingId)
  return { ...scene, selected: isKept ? selected : undefined, draft: keepDraft(scene) }
}

const replaceView = (scene: ViewerScene, viewId: ViewId, state: ViewState): ViewerScene =>
  withoutMissing({ ...scene, views: new Map(scene.views).set(viewId, state) })

export function createViewerStore(initial: ViewerScene, rules?: DrawingRules): ViewerStore {
  const scene = createStore(initial)
  const undoStack = createUndoStack(() => scene.get().draft !== undefined)
  scene.subscribe(undoStack.update)
  /** The drawings before the current drag. */
  let held: { readonly viewId: ViewId; readonly drawings: readonly Drawing[] } | undefined
  /** Drawings of others that the user has agreed to change. */
  const agreed = new Set<string>()

  const viewState = (viewId: ViewId) => scene.get().views.get(viewId) ?? initialViewState
  const setViewState = (viewId: ViewId, state: ViewState) =>
    scene.set((now) => replaceView(now, viewId, state))
  const resumeDraft = (draft: StepDraft | undefined) => {
    if (draft) scene.set((now) => withDraft(now, draft))
  }
  const apply = (
    viewId: ViewId,
    before: ViewState,
    after: ViewState,
    drafts: ChangedDrafts = {},
  ) => {
    setViewState(viewId, after)
    undoStack.record({ viewId, before, after, ...drafts })
    resumeDraft(drafts.draftAfter)
    return () => {
      const now = viewState(viewId)
      const reverted = applyChange(now, after, before)
      setViewState(viewId, reverted)
      undoStack.record({ viewId, before: now, after: reverted })
    }
  }

  /** Applies the change, except to drawings that the user may not change or does not agree to. */
  function applyByRules(
    { mayChange, isForeign, ask, ...rules }: DrawingRules,
    viewId: ViewId,
    before: ViewState,
    wanted: ViewState,
    drafts: ChangedDrafts | undefined,
  ) {
    const changed = listChanged(viewId, before.drawings, wanted.drawings)
    const refused = changed.filter((one) => !mayChange(one.before))
    if (refused.length > 0) rules.onRefused()
    const after = refused.length > 0 ? restoreDrawings(wanted, before.drawings, refused) : wanted
    const foreign = changed.filter(
      (one) =>
        !refused.includes(one) &&
        isForeign(viewId, one.before) &&
        (one.after === undefined || !agreed.has(one.before.id)),
    )
    if (foreign.length === 0) {
      apply(viewId, before, after, drafts)
      return
    }
    // Until the user has answered, nothing of it is shown and nothing can be saved.
    setViewState(viewId, { ...after, drawings: before.drawings })
    void ask(foreign).then((isAgreed) => {
      const accepted = isAgreed ? after : restoreDrawings(after, before.drawings, foreign)
      const now = viewState(viewId)
      const undo = apply(viewId, now, applyChange(now, before, accepted), drafts)
      if (!isAgreed) return
      for (const one of foreign) if (one.after) agreed.add(one.before.id)
      rules.onForeignChange(foreign, undo)
    })
  }

  function takeBackDraft(viewId: ViewId): boolean {
    const { draft } = scene.get()
    if (draft?.viewId !== viewId) return false
    scene.set((now) => ({ ...now, draft: takeBackStroke(draft) }))
    return true
  }
  const applyStep = ({ viewId }: Change, from: ViewState, to: ViewState) =>
    setViewState(viewId, applyChange(viewState(viewId), from, to))

  return {
    ...scene,
    history: undoStack.state,
    getLastChange: undoStack.getLast,
    viewState,
    isEditing: () => held !== undefined,
    mayChange: (drawing) => rules?.mayChange(drawing) ?? true,
    adjust: (viewId, change) => {
      const before = viewState(viewId)
      const after = change(before)
      if (after.drawings !== before.drawings) {
        held ??= { viewId, drawings: before.drawings }
        // A cancelled drag leaves the drawings as they were.
        if (isSameList(after.drawings, held.drawings)) held = undefined
      }
      setViewState(viewId, after)
    },
    commit: (viewId, change, before = viewState(viewId), drafts) => {
      const after = change(viewState(viewId))
      held = undefined
      if (after === before) return
      if (rules) applyByRules(rules, viewId, before, after, drafts)
      else apply(viewId, before, after, drafts)
    },
    remember: (viewId, before) => apply(viewId, before, viewState(viewId)),
    forgetViewport: undoStack.forgetViewport,
    takeBackDraft,
    undo: () => {
      const { draft } = scene.get()
      if (draft && !isReopenedBy(undoStack.getLast(), draft))
        return void takeBackDraft(draft.viewId)
      const last = undoStack.popDone()
      if (!last) return undefined
      applyStep(last, last.after, last.before)
      return resumeDraft(last.draftBefore)
    },
    redo: () => {
      const next = undoStack.popUndone()
      if (!next) return
      applyStep(next, next.before, next.after)
      resumeDraft(next.draftAfter)
    },
  }
}

export const getFrame = ({ frames }: Pick<ViewerScene, 'frames'>, viewId: ViewId): number =>
  frames?.get(viewId) ?? 1

export const isOverlayHidden = (
  { hiddenOverlays }: Pick<ViewerScene, 'hiddenOverlays'>,
  viewId: ViewId,
): boolean => hiddenOverlays?.has(viewId) ?? false

/** Hides or shows the overlays of a view. */
export const withOverlay =
  (viewId: ViewId, isShown: boolean) =>
  (now: ViewerScene): ViewerScene => {
    if (isShown !== isOverlayHidden(now, viewId)) return now
    const hiddenOverlays = new Set(now.hiddenOverlays)
    if (isShown) hiddenOverlays.delete(viewId)
    else hiddenOverlays.add(viewId)
    return { ...now, hiddenOverlays }
  }

/** Drawings belong to one frame, or to a plane: a measurement is not valid for another. */
export const filterByFrame = (drawings: readonly Drawing[], frame: number): readonly Drawing[] =>
  listImageDrawings(drawings).filter((one) => (one.frame ?? 1) === frame)

export const withViewport = (change: Partial<Viewport>) => (now: ViewState) => ({
  ...now,
  viewport: { ...now.viewport, ...change },
})

/** Adds a drawing, or replaces the one with the same id. */
export const withDrawing = (drawing: Drawing) => (now: ViewState) => ({
  ...now,
  drawings: now.drawings.some(({ id }) => id === drawing.id)
    ? now.drawings.map((one) => (one.id === drawing.id ? drawing : one))
    : [...now.drawings, drawing],
})

export const withoutDrawing = (id: string) => (now: ViewState) => ({
  ...now,
  drawings: now.drawings.filter((one) => one.id !== id),
})
