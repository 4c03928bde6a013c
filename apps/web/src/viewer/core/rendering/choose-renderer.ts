import type { GreyRenderer, GreyScene } from './renderer.ts'
import { createCanvasRenderer } from './renderer-canvas.ts'
import { createWebglRenderer } from './renderer-webgl.ts'
import type { GraphicsRenderer } from './renderer-webgl.ts'

/** One for all viewports of the page; null if WebGL is unavailable or was lost. */
let webgl: GraphicsRenderer | null | undefined
let isProbePlanned = false

/** Creating the WebGL context takes longer than drawing so many pixels without it. */
const quickPixels = 1024 * 1024
/** The first slices of a stack are visible and being received before the context is created. */
const probeDelayMs = 1500

const isQuick = ({ pixels: { levels } }: GreyScene) => {
  const whole = levels[0]
  return levels.length === 1 || (whole && whole.columns * whole.rows <= quickPixels)
}

function planProbe() {
  if (isProbePlanned) return
  isProbePlanned = true
  setTimeout(() => {
    if (webgl === undefined) webgl = createWebglRenderer() ?? null
  }, probeDelayMs)
}

/**
 * Uses the GPU as long as it works, then the 2D canvas. A lost context (sleep, driver update, too
 * many pages) is not requested again: the 2D canvas draws every image as well.
 */
export function createRenderer(): GreyRenderer {
  const canvas = createCanvasRenderer()
  return {
    draw: (context, scene) => {
      if (webgl === undefined && isQuick(scene)) {
        if (scene.pixels.levels.length > 1) planProbe()
        return canvas.draw(context, scene)
      }
      webgl = webgl === undefined ? (createWebglRenderer() ?? null) : webgl
      if (webgl?.draw(context, scene)) return true
      if (webgl?.isLost()) webgl = null
      return canvas.draw(context, scene)
    },
  }
}
