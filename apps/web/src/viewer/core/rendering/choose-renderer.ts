import type { GreyRenderer } from './renderer.ts'
import { createCanvasRenderer } from './renderer-canvas.ts'
import { createWebglRenderer } from './renderer-webgl.ts'
import type { GraphicsRenderer } from './renderer-webgl.ts'

/** One for all viewports of the page; null if WebGL is unavailable or was lost. */
let webgl: GraphicsRenderer | null | undefined

/**
 * Uses the GPU as long as it works, then the 2D canvas. A lost context (sleep, driver update, too
 * many pages) is not requested again: the 2D canvas draws every image as well.
 */
export function createRenderer(): GreyRenderer {
  const canvas = createCanvasRenderer()
  return {
    draw: (context, scene) => {
      // Creating the WebGL context takes longer than drawing a preview without it.
      if (webgl === undefined && scene.pixels.levels.length === 1)
        return canvas.draw(context, scene)
      webgl = webgl === undefined ? (createWebglRenderer() ?? null) : webgl
      if (webgl?.draw(context, scene)) return true
      if (webgl?.isLost()) webgl = null
      return canvas.draw(context, scene)
    },
  }
}
