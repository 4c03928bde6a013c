import type { Camera } from '../camera/camera.ts'
import type { GreyPixels } from '../loading/pixels.ts'

/** A greyscale image to be drawn. */
export interface GreyScene {
  readonly pixels: GreyPixels
  /** The grey level of each stored value from `pixels.lowest` on. */
  readonly table: Uint8Array
  readonly camera: Camera
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** The next image follows at once: without a GPU it may be drawn less exactly. */
  readonly isMoving?: boolean
}

export interface GreyRenderer {
  /** Draws onto an empty canvas; returns false if another renderer has to do it. */
  readonly draw: (context: CanvasRenderingContext2D, scene: GreyScene) => boolean
}
