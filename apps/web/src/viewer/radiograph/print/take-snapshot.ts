import type { ImageId } from '@talus/contract'
import { getPixelAspect, resolveSpacing } from '@talus/measurements'
import type { SpacingSource } from '@talus/measurements'
import type { TFunction } from 'i18next'
import type { ViewerSession } from '../../core/viewer-session.ts'
import { getScale } from '../../core/camera/camera.ts'
import { getReadableTextSize } from '../../core/rendering/printed-text.ts'
import { findDrawnBox, inlineSvgStyles, renderSnapshot } from '../../core/rendering/snapshot.ts'
import type { Snapshot } from '../../core/rendering/snapshot.ts'
import { getDisplayedImage } from '../../core/frames/displayed-image.ts'
import { isFlipped } from '../../core/toolbar/viewport-actions.ts'
import { isOverlayHidden } from '../../core/store/viewer-store.ts'

export interface MeasuredSnapshot extends Snapshot {
  /** Width of one of its pixels in the patient; undefined if it is not known. */
  readonly millimetresPerPixel: number | undefined
  readonly spacingSource: SpacingSource
}

/** Renders an image as it is shown now to a file, with lines of text below it. */
export type TakeSnapshot = (
  imageId: ImageId,
  settings: {
    readonly withDrawings: boolean
    readonly caption?: readonly string[]
    /** Enlarges the texts of drawings, so that a case report prints them readably. */
    readonly isForPrint?: boolean
  },
) => Promise<MeasuredSnapshot>

/** At least 2, because snapshots are printed and shown on screens of higher resolution. */
const getSnapshotRatio = () => Math.max(2, devicePixelRatio)

const findDrawingLayer = (imageId: ImageId) =>
  document.querySelector<SVGSVGElement>(`svg[data-drawings-of="${imageId}"]`)

/** Renders a viewport with its image and drawings to a file. */
export const createTakeSnapshot =
  ({ imageCache, store }: ViewerSession, t: TFunction): TakeSnapshot =>
  async (imageId, { withDrawings, caption = [], isForPrint = false }) => {
    const loaded = getDisplayedImage({ imageCache, store }, imageId)
    const { metadata, pixels } = loaded
    const layer = findDrawingLayer(imageId)
    if (!layer || !metadata || !pixels) throw new Error('the image is not complete')
    const viewportSize = { width: layer.clientWidth, height: layer.clientHeight }
    const { viewport, crop, calibration } = store.viewState(imageId)
    const camera = {
      columns: metadata.Columns,
      rows: metadata.Rows,
      pixelAspect: getPixelAspect(metadata.spacing),
      viewportSize,
      viewport,
      crop,
    }
    const areGraphicsHidden = isOverlayHidden(store.get(), imageId)
    const { spacing, source: spacingSource } = resolveSpacing(metadata.spacing, calibration)
    const notices = [
      ...(isFlipped(viewport) ? [t('viewer:overlay.mirrored')] : []),
      // The reader of the picture sees its measurements, and nothing of the viewer.
      ...(withDrawings && spacingSource === 'none' ? [t('viewer:overlay.notCalibrated')] : []),
    ]
    const leastTextSize = isForPrint ? getReadableTextSize(viewportSize) : 0
    const snapshot = await renderSnapshot({ loaded, areGraphicsHidden }, camera, {
      caption,
      notice: notices.length === 0 ? undefined : notices.join(' · '),
      drawn: findDrawnBox(layer, viewportSize, leastTextSize),
      drawings: withDrawings ? inlineSvgStyles(layer, viewportSize, leastTextSize) : undefined,
      type: 'image/png',
      ratio: getSnapshotRatio(),
    })
    const millimetresPerPixel =
      spacing.unit === 'mm' ? spacing.column / getScale(camera) : undefined
    return { ...snapshot, millimetresPerPixel, spacingSource }
  }
