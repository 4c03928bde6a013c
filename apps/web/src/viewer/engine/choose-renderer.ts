import type { GreyRenderer } from './renderer.ts'
import { createCanvasRenderer } from './renderer-canvas.ts'
import { createWebglRenderer } from './renderer-webgl.ts'
import type { GraphicsRenderer } from './renderer-webgl.ts'

/** One for all cells of the page; null once there is none, or it was lost. */
let graphics: GraphicsRenderer | null | undefined

/**
 * The graphics card as long as it works, a plain canvas from then on. A card that is taken away (sleep,
 * another driver, too many pages) is not asked for again: the canvas draws every image as well.
 */
export function createRenderer(): GreyRenderer {
  const plain = createCanvasRenderer()
  return {
    draw: (context, scene) => {
      // To wake the card takes longer than a preview does without it, and somebody waits for that one.
      if (graphics === undefined && scene.pixels.levels.length === 1)
        return plain.draw(context, scene)
      graphics = graphics === undefined ? (createWebglRenderer() ?? null) : graphics
      if (graphics?.draw(context, scene)) return true
      if (graphics?.isLost()) graphics = null
      return plain.draw(context, scene)
    },
  }
}
