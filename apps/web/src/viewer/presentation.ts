import type { ImageId, Presentation } from '@talus/contract'
import { toolOf } from '@talus/measurements'
import type { Desk } from './desk.ts'
import { contextOf, windowOf } from './cell/measuring.ts'
import { shownPicture } from './frames/shown-picture.ts'
import { drawnOn, frameIn } from './store/viewer-store.ts'
import { linesOf } from './tools/drawing-view.tsx'
import { placeOfWords } from './tools/label-place.ts'

/** How an image is shown now, with what is drawn on it, in words that other workstations understand. */
export function presentationOf({ pictures, store }: Desk, imageId: ImageId): Presentation {
  const picture = shownPicture({ pictures, store }, imageId)
  const { viewport, crop, calibration, ...state } = store.imageState(imageId)
  const frame = frameIn(store.get(), imageId)
  const drawings = drawnOn(state.drawings, frame)
  const context = contextOf(picture, calibration)
  if (!context || !picture.pixels) throw new Error('the image is not complete')
  const { invert, rotation, hflip, vflip } = viewport
  // As numbers also where the file wishes for nothing: elsewhere nobody knows what we take then.
  const window = windowOf(picture, viewport.window)
  return {
    viewport: {
      invert,
      rotation,
      hflip,
      vflip,
      window: window ? { center: window.center, width: window.width } : null,
    },
    crop: crop ?? null,
    ...((picture.metadata?.display?.frames ?? 1) > 1 ? { frame } : {}),
    marks: drawings
      .flatMap((drawing) => toolOf(drawing.tool).marks(drawing, context))
      .map((mark) => (mark.kind === 'path' ? { ...mark, points: [...mark.points] } : mark)),
    texts: drawings.flatMap((drawing) => {
      const at = placeOfWords(drawing)
      const text = linesOf(drawing, toolOf(drawing.tool).measure(drawing, context)).join('\n')
      return at && text !== '' ? [{ at, text }] : []
    }),
  }
}
