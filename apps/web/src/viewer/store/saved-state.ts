import type { ImageId } from '@talus/contract'
import type { ViewerState } from '@talus/contract'
import type { ImageState } from '../model.ts'
import { isSame } from './state-merge.ts'
import type { ImageStates } from './state-merge.ts'
import { untouched } from './viewer-store.ts'

/** As it is saved: by image, and only what somebody has changed. */
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
    if (!isSame(image.viewport, untouched.viewport)) viewportState[String(id)] = image.viewport
    if (image.crop) cropState[String(id)] = image.crop
    if (image.drawings.length > 0 || image.calibration)
      toolState[String(id)] = {
        drawings: [...image.drawings],
        calibration: image.calibration ?? null,
      }
  }
  return { viewportState, cropState, toolState, version }
}

/** Of the images named: one that is gone from the study has nothing to be drawn on. */
export function fromSaved(saved: ViewerState, ids: readonly ImageId[]): ImageStates {
  const states = new Map<ImageId, ImageState>()
  for (const id of ids) {
    const viewport = saved.viewportState[String(id)]
    const crop = saved.cropState[String(id)]
    const tools = saved.toolState[String(id)]
    if (!viewport && !crop && !tools) continue
    states.set(id, {
      viewport: viewport ?? untouched.viewport,
      crop,
      drawings: tools?.drawings ?? [],
      calibration: tools?.calibration ?? undefined,
    })
  }
  return states
}

export const isSameSaved = (one: ViewerState, other: ViewerState): boolean =>
  isSame({ ...one, version: 0 }, { ...other, version: 0 })
