import type { ImageId, Presentation } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { ViewerSession } from '../../core/viewer-session.ts'
import { createMeasuringContext, getWindow } from '../../core/viewport/measuring-context.ts'
import { getDisplayedImage } from '../../core/frames/displayed-image.ts'
import { filterByFrame, getFrame } from '../../core/store/viewer-store.ts'
import { getLabelLines } from '../../core/drawing/labels.ts'
import { getLabelPosition } from '../../core/gestures/label-position.ts'

/** Converts the current view of an image and its drawings to a DICOM presentation state. */
export function createPresentation(
  { imageCache, store }: ViewerSession,
  imageId: ImageId,
): Presentation {
  const loaded = getDisplayedImage({ imageCache, store }, imageId)
  const { viewport, crop, calibration, ...state } = store.viewState(imageId)
  const frame = getFrame(store.get(), imageId)
  const drawings = filterByFrame(state.drawings, frame)
  const context = createMeasuringContext(loaded, calibration)
  if (!context || !loaded.pixels) throw new Error('the image is not complete')
  const { invert, rotation, hflip, vflip } = viewport
  // The window is always explicit: other viewers use another default if the file has none.
  const window = getWindow(loaded, viewport.window)
  return {
    viewport: {
      invert,
      rotation,
      hflip,
      vflip,
      window: window ? { center: window.center, width: window.width } : null,
    },
    crop: crop ?? null,
    ...((loaded.metadata?.display?.frames ?? 1) > 1 ? { frame } : {}),
    marks: drawings
      .flatMap((drawing) => getTool(drawing.tool).getMarks(drawing, context))
      .map((mark) => (mark.kind === 'path' ? { ...mark, points: [...mark.points] } : mark)),
    texts: drawings.flatMap((drawing) => {
      const at = getLabelPosition(drawing)
      const text = getLabelLines(drawing, getTool(drawing.tool).measure(drawing, context)).join(
        '\n',
      )
      return at && text !== '' ? [{ at, text }] : []
    }),
  }
}
