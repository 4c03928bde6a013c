import type { PresentationState, PresentationSummary } from '@talus/contract'
import { zoomLimits } from '@talus/contract'
import type { ImagePlanes } from '../loading/planes.ts'
import type { ViewId, ViewState } from '../model.ts'
import type { ViewStates } from './state-merge.ts'
import { initialViewState } from './viewer-store.ts'
import type { ViewerScene, ViewerStore } from './viewer-store.ts'

/** A presentation state of the study that a user has chosen for a view. */
export interface LoadedPresentation {
  readonly summary: PresentationSummary
  readonly state: PresentationState
  /** Overlay planes of the presentation state. */
  readonly planes: ImagePlanes | undefined
}

/** A chosen presentation state, and the user's own view, which is saved and shown again later. */
export interface PresentedView extends LoadedPresentation {
  readonly own: Pick<ViewState, 'viewport' | 'crop'>
}

export const getPresented = (
  { presented }: Pick<ViewerScene, 'presented'>,
  viewId: ViewId,
): PresentedView | undefined => presented?.get(viewId)

const withOwn = (view: ViewState, presented: PresentedView | undefined): ViewState =>
  presented ? { ...view, ...presented.own } : view

/** The views as the user left them: of a chosen presentation state only its id is saved. */
export function getOwnViews({ views, presented }: ViewerScene): ViewStates {
  if (!presented || presented.size === 0) return views
  return new Map(Array.from(views, ([id, view]) => [id, withOwn(view, presented.get(id))]))
}

/** Replaces the users' own views, while chosen presentation states stay as they are shown. */
export function withOwnViews(scene: ViewerScene, own: ViewStates): ViewerScene {
  const presented = new Map(scene.presented)
  const views = new Map(
    Array.from(own, ([id, view]): [ViewId, ViewState] => {
      const one = presented.get(id)
      if (!one) return [id, view]
      presented.set(id, { ...one, own: { viewport: view.viewport, crop: view.crop } })
      const shown = scene.views.get(id) ?? view
      return [id, { ...view, viewport: shown.viewport, crop: shown.crop }]
    }),
  )
  return { ...scene, views, presented }
}

function toView({ state }: LoadedPresentation, devicePixelRatio: number) {
  const { rotation, hflip, crop, magnification } = state
  const zoom =
    magnification === undefined
      ? null
      : Math.min(zoomLimits.max, Math.max(zoomLimits.min, magnification / devicePixelRatio))
  const viewport = { ...initialViewState.viewport, rotation, hflip, zoom }
  return { viewport, crop: crop ?? undefined }
}

/** Shows a view by a presentation state; undefined shows the image as the user left it. */
export function showPresentation(
  store: ViewerStore,
  viewId: ViewId,
  chosen: LoadedPresentation | undefined,
  devicePixelRatio: number,
): void {
  const before = getPresented(store.get(), viewId)
  const view = store.viewState(viewId)
  const left = before?.own ?? { viewport: view.viewport, crop: view.crop }
  const { presentation, ...viewport } = left.viewport
  if (!before && !chosen && presentation === undefined) return
  const own = {
    viewport: chosen ? { ...viewport, presentation: chosen.summary.id } : viewport,
    crop: left.crop,
  }
  // Turns and zooms belong to one of the two views, and must not be undone in the other.
  store.forgetViewport(viewId)
  store.set((scene) => {
    const presented = new Map(scene.presented)
    if (chosen) presented.set(viewId, { ...chosen, own })
    else presented.delete(viewId)
    const shown = chosen ? toView(chosen, devicePixelRatio) : own
    return { ...scene, presented, views: new Map(scene.views).set(viewId, { ...view, ...shown }) }
  })
}
