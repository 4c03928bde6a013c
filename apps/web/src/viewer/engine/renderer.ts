import type { Camera } from './camera.ts'
import type { GreyPixels } from './pixels.ts'

/** A grey image to be drawn. */
export interface GreyScene {
  readonly pixels: GreyPixels
  /** The grey of each number from `pixels.lowest` on. */
  readonly table: Uint8Array
  readonly camera: Camera
  /** Pixels of the device for one of the screen. */
  readonly ratio: number
}

export interface GreyRenderer {
  /** Onto a canvas that is empty; false where it cannot, and another has to. */
  readonly draw: (context: CanvasRenderingContext2D, scene: GreyScene) => boolean
}
