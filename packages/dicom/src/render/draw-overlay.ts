import { forEachBit, hasBit, isAtEdge, scaleBitPlane } from './bit-plane.ts'
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
  const paint = (x: number, y: number, grey: number) => {
    const at = (y * width + x) * channels
    data.fill(grey, at, at + channels)
  }
  const longest = Math.max(width, height)
  const outline = Math.min(outlineMax, Math.ceil(longest / edgePerOutlinePixel))
  forEachBit(scaled, (x, y) => {
    paint(x, y, 255)
    if (!isAtEdge(scaled, x, y)) return
    for (let row = Math.max(0, y - outline); row <= Math.min(height - 1, y + outline); row++)
      for (let column = Math.max(0, x - outline); column <= x + outline && column < width; column++)
        if (!hasBit(scaled, column, row)) paint(column, row, 0)
  })
}
