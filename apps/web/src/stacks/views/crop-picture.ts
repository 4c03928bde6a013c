import type { Crop, ImageId } from '@talus/contract'
import { toScreen } from '../../viewer/core/camera/camera.ts'
import type { Camera, Rectangle } from '../../viewer/core/camera/camera.ts'
import { getCropCorners } from '../../viewer/core/gestures/crop.ts'
import type { LoadedImage } from '../../viewer/core/loading/image-loader.ts'
import { getReadableTextSize } from '../../viewer/core/rendering/printed-text.ts'
import { inlineSvgStyles, renderSnapshot } from '../../viewer/core/rendering/snapshot.ts'

/** The picture of an accepted crop, the image that it shows, and the words for its slice or plane. */
export interface CroppedPicture {
  readonly picture: Blob
  readonly imageId: ImageId
  readonly place: string
}

export type OnCropped = (cropped: CroppedPicture) => void

/** The part of the viewport that a crop covers, in CSS pixels; at most the whole viewport. */
export function findCropBox(crop: Crop, camera: Camera): Rectangle {
  const { width, height } = camera.viewportSize
  const corners = getCropCorners(crop).map((corner) => toScreen(camera, corner))
  const clamp = (value: number, end: number) => Math.min(end, Math.max(0, value))
  const xs = corners.map(({ x }) => clamp(x, width))
  const ys = corners.map(({ y }) => clamp(y, height))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

interface CropOptions {
  readonly loaded: LoadedImage
  readonly camera: Camera
  readonly crop: Crop
  /** The drawings on the image. */
  readonly layer: SVGSVGElement
}

/** Renders a part of a viewport as it is shown, with its window and its drawings. */
export async function takeCropPicture({ loaded, camera, crop, layer }: CropOptions): Promise<Blob> {
  const area = findCropBox(crop, camera)
  const { file } = await renderSnapshot({ loaded, areGraphicsHidden: false }, camera, {
    caption: [],
    drawings: inlineSvgStyles(layer, camera.viewportSize, getReadableTextSize(area)),
    area,
    type: 'image/png',
    // A crop is printed larger than it is on the screen.
    ratio: Math.max(2, devicePixelRatio),
  })
  return file
}
