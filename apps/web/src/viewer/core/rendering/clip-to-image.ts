import { getVisibleArea } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { toDeviceMatrix } from '../camera/placement.ts'

/** Clips to the visible area of an image, on a context that is already transformed to its pixels. */
export function clipToImage(context: CanvasRenderingContext2D, camera: Camera): void {
  const { left, top, width, height } = getVisibleArea(camera)
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
}

/**
 * Draws device pixels that may reach beyond the image. At a quarter turn they end at its edge, and
 * clipping would only cost time.
 */
export function drawWithinImage(
  context: CanvasRenderingContext2D,
  camera: Camera,
  ratio: number,
  draw: () => void,
): void {
  if (!camera.viewport.tilt) {
    draw()
    return
  }
  context.save()
  context.setTransform(...toDeviceMatrix(camera, ratio))
  clipToImage(context, camera)
  context.setTransform(1, 0, 0, 1, 0, 0)
  draw()
  context.restore()
}
