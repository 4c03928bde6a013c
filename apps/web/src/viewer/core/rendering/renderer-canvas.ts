import { chooseLevel, computePlacement } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import type { GreyPixels, ImageLevel } from '../loading/pixels.ts'
import type { GreyRenderer, GreyScene } from './renderer.ts'
import { drawWithinImage } from './clip-to-image.ts'
import { resampleRotated } from './resample-rotated.ts'
import { resample } from './resample.ts'

/** The last resampled values: they are reused while only the window changes. */
interface Sample {
  readonly pixels: GreyPixels
  readonly level: ImageLevel
  readonly key: string
  readonly placement: Placement
  readonly values: Uint16Array
  readonly image: ImageData
}

const toPlacementKey = ({ camera, ratio }: GreyScene) =>
  JSON.stringify([ratio, { ...camera, viewport: { ...camera.viewport, window: 0, invert: 0 } }])

/** Renders through a lookup table on a 2D canvas, without a GPU. One renderer per canvas. */
export function createCanvasRenderer(): GreyRenderer {
  let last: Sample | undefined
  let scratch: HTMLCanvasElement | undefined

  function getSample(scene: GreyScene, context: CanvasRenderingContext2D): Sample | undefined {
    const { pixels, camera, ratio } = scene
    const key = toPlacementKey(scene)
    if (last?.pixels === pixels && last.key === key) return last
    const placement = computePlacement(camera, ratio)
    const level = chooseLevel(pixels.levels, camera, ratio)
    if (!placement || !level) return undefined
    const { width, height } = placement
    const isSameSize = last?.image.width === width && last.image.height === height
    const values = isSameSize && last ? last.values : new Uint16Array(width * height)
    const image = isSameSize && last ? last.image : context.createImageData(width, height)
    const draw = camera.viewport.tilt ? resampleRotated : resample
    draw(level, camera, ratio, placement, pixels.lowest, values)
    last = { pixels, level, key, placement, values, image }
    return last
  }

  return {
    draw: (context, scene) => {
      const sample = getSample(scene, context)
      if (!sample) return true
      const { values, image, placement } = sample
      // One 32-bit write per pixel: opaque alpha, then blue, green and red.
      const opaque = Uint32Array.from(
        scene.table,
        (level) => (0xff_00_00_00 | (level * 0x01_01_01)) >>> 0,
      )
      const shown = new Uint32Array(image.data.buffer)
      for (let at = 0; at < values.length; at++) shown[at] = opaque[values[at] as number] as number
      const { left, top } = placement
      if (!scene.camera.viewport.tilt) context.putImageData(image, left, top)
      else {
        // putImageData ignores the clip at the edge of the image.
        scratch ??= document.createElement('canvas')
        Object.assign(scratch, { width: image.width, height: image.height })
        scratch.getContext('2d')?.putImageData(image, 0, 0)
        const whole = scratch
        drawWithinImage(context, scene.camera, scene.ratio, () =>
          context.drawImage(whole, left, top),
        )
      }
      return true
    },
  }
}
