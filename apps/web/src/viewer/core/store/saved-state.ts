import { ImageId } from '@talus/contract'
import type { ViewerState } from '@talus/contract'
import type { ViewId, ViewState } from '../model.ts'
import { isDeepEqual } from './deep-equal.ts'
import type { ViewStates } from './state-merge.ts'
import { initialViewState } from './viewer-store.ts'

/** Converts to the saved form: by view, and only changed parts. */
export function toSaved(views: ViewStates, ids: readonly ViewId[], version: number): ViewerState {
  const viewportState: ViewerState['viewportState'] = {}
  const cropState: ViewerState['cropState'] = {}
  const toolState: ViewerState['toolState'] = {}
  for (const id of ids) {
    const view = views.get(id)
    if (!view) continue
    if (!isDeepEqual(view.viewport, initialViewState.viewport))
      viewportState[String(id)] = view.viewport
    if (view.crop) cropState[String(id)] = view.crop
    if (view.drawings.length > 0 || view.calibration)
      toolState[String(id)] = {
        drawings: [...view.drawings],
        calibration: view.calibration ?? null,
      }
  }
  return { viewportState, cropState, toolState, version }
}

/** Reads the states of the given views. */
export function fromSaved(saved: ViewerState, ids: readonly ViewId[]): ViewStates {
  const states = new Map<ViewId, ViewState>()
  for (const id of ids) {
    const viewport = saved.viewportState[String(id)]
    const crop = saved.cropState[String(id)]
    const tools = saved.toolState[String(id)]
    if (!viewport && !crop && !tools) continue
    states.set(id, {
      viewport: viewport ?? initialViewState.viewport,
      crop,
      drawings: tools?.drawings ?? [],
      calibration: tools?.calibration ?? undefined,
    })
  }
  return states
}

/** All views that a saved state has, also those of rejected images, which are not shown now. */
export const listSavedIds = (saved: ViewerState): readonly ViewId[] =>
  Object.keys({ ...saved.viewportState, ...saved.cropState, ...saved.toolState }).flatMap(
    (key) => ImageId.safeParse(key).data ?? [],
  )

/** The parts of a saved state that belong to these views, as `toSaved` would write them. */
export const pickSaved = (saved: ViewerState, ids: readonly ViewId[]): ViewerState =>
  toSaved(fromSaved(saved, ids), ids, saved.version)

export const isSameSaved = (one: ViewerState, other: ViewerState): boolean =>
  isDeepEqual({ ...one, version: 0 }, { ...other, version: 0 })
