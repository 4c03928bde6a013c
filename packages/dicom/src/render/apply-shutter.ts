import { forEachBit, hasBit } from './bit-plane.ts'
import type { BitPlane } from './bit-plane.ts'
import type { RenderedImage } from './rendered-image.ts'
import { getShownSpans } from './shutter.ts'
import type { Shutter } from './shutter.ts'

/** Covers the pixels outside of the shapes of a shutter, in place. */
export function applyShutter(
  { width, height, channels, data }: RenderedImage,
  { shapes, grey }: Pick<Shutter, 'shapes' | 'grey'>,
  pixelAspect: number,
): void {
  if (shapes.length === 0) return
  for (let row = 0; row < height; row++) {
    const start = row * width
    const cover = (from: number, to: number) =>
      data.fill(grey, (start + from) * channels, (start + to) * channels)
    let covered = 0
    // Spans of a polygon may touch, and never go back.
    for (const [from, to] of getShownSpans(shapes, { columns: width, pixelAspect }, row)) {
      if (from > covered) cover(covered, from)
      covered = Math.max(covered, to)
    }
    cover(covered, width)
  }
}

/** Whether every bit is set: such a shutter would leave nothing to see. */
export function coversAll(plane: BitPlane): boolean {
  for (let y = 0; y < plane.rows; y++)
    for (let x = 0; x < plane.columns; x++) if (!hasBit(plane, x, y)) return false
  return true
}

/** Covers the pixels whose bit is set, in place. */
export function applyBitmapShutter(
  { width, channels, data }: RenderedImage,
  plane: BitPlane,
  grey: number,
): void {
  forEachBit(plane, (x, y) => {
    const at = (y * width + x) * channels
    data.fill(grey, at, at + channels)
  })
}
