import { levelFor, placementOf } from './placement.ts'
import type { Placement } from './placement.ts'
import type { GreyPixels, Level } from './pixels.ts'
import type { GreyRenderer, GreyScene } from './renderer.ts'
import { resample } from './resample.ts'

/** What was drawn last: while only the window changes its numbers are taken again. */
interface Sample {
  readonly pixels: GreyPixels
  readonly level: Level
  readonly place: string
  readonly placement: Placement
  readonly numbers: Uint16Array
  readonly image: ImageData
}

const placeOf = ({ camera, ratio }: GreyScene) =>
  JSON.stringify([ratio, { ...camera, viewport: { ...camera.viewport, window: 0, invert: 0 } }])

/** Needs no graphics card: a table on a plain canvas. One for each canvas. */
export function createCanvasRenderer(): GreyRenderer {
  let last: Sample | undefined

  function sampleOf(scene: GreyScene, context: CanvasRenderingContext2D): Sample | undefined {
    const { pixels, camera, ratio } = scene
    const place = placeOf(scene)
    if (last?.pixels === pixels && last.place === place) return last
    const placement = placementOf(camera, ratio)
    const level = levelFor(pixels.levels, camera, ratio)
    if (!placement || !level) return undefined
    const { width, height } = placement
    const isAsLarge = last?.image.width === width && last.image.height === height
    const numbers = isAsLarge && last ? last.numbers : new Uint16Array(width * height)
    const image = isAsLarge && last ? last.image : context.createImageData(width, height)
    resample(level, camera, ratio, placement, pixels.lowest, numbers)
    last = { pixels, level, place, placement, numbers, image }
    return last
  }

  return {
    draw: (context, scene) => {
      const sample = sampleOf(scene, context)
      if (!sample) return true
      const { numbers, image, placement } = sample
      // A pixel is one number, opaque: blue, green and red are the three lower bytes.
      const opaque = Uint32Array.from(
        scene.table,
        (grey) => (0xff_00_00_00 | (grey * 0x01_01_01)) >>> 0,
      )
      const shown = new Uint32Array(image.data.buffer)
      for (let at = 0; at < numbers.length; at++)
        shown[at] = opaque[numbers[at] as number] as number
      context.putImageData(image, placement.left, placement.top)
      return true
    },
  }
}
