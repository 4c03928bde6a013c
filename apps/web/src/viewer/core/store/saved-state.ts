import type { ImageId } from '@talus/contract'
import type { ViewerState } from '@talus/contract'
import type { ImageState } from '../../model.ts'
import { isDeepEqual } from './state-merge.ts'
import type { ImageStates } from './state-merge.ts'
import { initialImageState } from './viewer-store.ts'

/** Converts to the saved form: by image, and only changed parts. */
export function toSaved(
  images: ImageStates,
  ids: readonly ImageId[],
  version: number,
): ViewerState {
  const viewportState: ViewerState['viewportState'] = {}
  const cropState: ViewerState['cropState'] = {}
  const toolState: ViewerState['toolState'] = {}
  for (const id of ids) {
    const image = images.get(id)
    if (!image) continue
    if (!isDeepEqual(image.viewport, initialImageState.viewport))
      viewportState[String(id)] = image.viewport
    if (image.crop) cropState[String(id)] = image.crop
    if (image.drawings.length > 0 || image.calibration)
      toolState[String(id)] = {
        drawings: [...image.drawings],
        calibration: image.calibration ?? null,
      }
  }
  return { viewportState, cropState, toolState, version }
}

/** Reads the states of the given images; images deleted from the study are ignored. */
export function fromSaved(saved: ViewerState, ids: readonly ImageId[]): ImageStates {
  const states = new Map<ImageId, ImageState>()
  for (const id of ids) {
    const viewport = saved.viewportState[String(id)]
    const crop = saved.cropState[String(id)]
    const tools = saved.toolState[String(id)]
    if (!viewport && !crop && !tools) continue
    states.set(id, {
      viewport: viewport ?? initialImageState.viewport,
      crop,
      drawings: tools?.drawings ?? [],
      calibration: tools?.calibration ?? undefined,
    })
  }
  return states
}

export const isSameSaved = (one: ViewerState, other: ViewerState): boolean =>
  isDeepEqual({ ...one, version: 0 }, { ...other, version: 0 })
