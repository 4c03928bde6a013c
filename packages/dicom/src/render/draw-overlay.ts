import { forEachBit, growBits, hasBit, scaleBitPlane } from './bit-plane.ts'
import type { BitPlane } from './bit-plane.ts'
import type { RenderedImage } from './rendered-image.ts'

/** Longest edge in pixels up to which the outline of an overlay is one pixel wide. */
const edgePerOutlinePixel = 1024
const outlineMax = 4

/**
 * Draws an overlay in white, with a black outline, so that it is legible on bone, on air and on an
 * inverted image. The plane is scaled to the size of the image, which is changed in place. /
 */
export function drawOverlay(image: RenderedImage, plane: BitPlane): void {
  const { width, height, channels, data } = image
  const scaled = scaleBitPlane(plane, width, height)
  const outline = Math.min(outlineMax, Math.ceil(Math.max(width, height) / edgePerOutlinePixel))
  forEachBit(growBits(scaled, outline), (x, y) => {
    const grey = hasBit(scaled, x, y) ? 255 : 0
    const at = (y * width + x) * channels
    for (let channel = 0; channel < channels; channel++) data[at + channel] = grey
  })
}
