import type { ImageId } from '@talus/contract'
import { getPixelAspect } from '@talus/measurements'
import type { ViewerSession } from '../../core/session.ts'
import { renderSnapshot, inlineSvgStyles } from '../../core/rendering/snapshot.ts'
import { getDisplayedImage } from '../../core/frames/displayed-image.ts'
import { isOverlayHidden } from '../../core/store/viewer-store.ts'

/** Renders an image as it is shown now to a file. */
export type TakeSnapshot = (
  imageId: ImageId,
  settings: { readonly withDrawings: boolean },
) => Promise<Blob>

/** At least 2, because snapshots are printed and shown on screens of higher resolution. */
const getSnapshotRatio = () => Math.max(2, devicePixelRatio)

const findDrawingLayer = (imageId: ImageId) =>
  document.querySelector<SVGSVGElement>(`svg[data-drawings-of="${imageId}"]`)

/** Renders a viewport with its image and drawings to a file. */
export const createTakeSnapshot =
  ({ imageCache, store }: ViewerSession): TakeSnapshot =>
  async (imageId, { withDrawings }) => {
    const loaded = getDisplayedImage({ imageCache, store }, imageId)
    const { metadata, pixels } = loaded
    const layer = findDrawingLayer(imageId)
    if (!layer || !metadata || !pixels) throw new Error('the image is not complete')
    const viewportSize = { width: layer.clientWidth, height: layer.clientHeight }
    const { viewport, crop } = store.viewState(imageId)
    const camera = {
      columns: metadata.Columns,
      rows: metadata.Rows,
      pixelAspect: getPixelAspect(metadata.spacing),
      viewportSize,
      viewport,
      crop,
    }
    const areGraphicsHidden = isOverlayHidden(store.get(), imageId)
    return renderSnapshot({ loaded, areGraphicsHidden }, camera, {
      drawings: withDrawings ? inlineSvgStyles(layer, viewportSize) : undefined,
      type: 'image/png',
      ratio: getSnapshotRatio(),
    })
  }
