import { chooseLevel, computePlacement, toDeviceMatrix } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import type { GreyPixels, ImageLevel } from '../loading/pixels.ts'
import type { GreyRenderer, GreyScene } from './renderer.ts'
import { clipToImage, drawWithinImage } from './clip-to-image.ts'
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

/** One 32-bit value for each grey level of the table: opaque alpha, then blue, green and red. */
function toOpaque(table: Uint8Array): Uint32Array {
  const opaque = new Uint32Array(table.length)
  for (let at = 0; at < table.length; at++)
    opaque[at] = 0xff_00_00_00 | ((table[at] as number) * 0x01_01_01)
  return opaque
}

/**
 * Draws an image that is magnified by letting the browser interpolate its grey levels: a third of the
 * time of interpolating its values, from which the result differs where the window ends.
 */
function createQuickDrawing() {
  const canvas = document.createElement('canvas')
  const own = canvas.getContext('2d')
  let image: ImageData | undefined
  return (
    context: CanvasRenderingContext2D,
    { pixels, table, camera, ratio }: GreyScene,
    { columns, rows, values }: ImageLevel,
  ): void => {
    if (!own) return
    if (image?.width !== columns || image.height !== rows) {
      Object.assign(canvas, { width: columns, height: rows })
      image = own.createImageData(columns, rows)
    }
    const opaque = toOpaque(table)
    const shown = new Uint32Array(image.data.buffer)
    const { lowest } = pixels
    for (let at = 0; at < shown.length; at++)
      shown[at] = opaque[(values[at] as number) - lowest] as number
    own.putImageData(image, 0, 0)
    context.save()
    context.setTransform(...toDeviceMatrix(camera, ratio))
    clipToImage(context, camera)
    context.imageSmoothingQuality = 'low'
    context.drawImage(canvas, 0, 0, columns, rows, 0, 0, camera.columns, camera.rows)
    context.restore()
  }
}

/** Whether the screen has more pixels than the image: otherwise exact drawing is fast too. */
function isMagnified({ camera, ratio }: GreyScene, level: ImageLevel): boolean {
  const [a, b] = toDeviceMatrix(camera, ratio)
  return level.stepX === 1 && Math.hypot(a, b) > 1
}

/** Renders through a lookup table on a 2D canvas, without a GPU. One renderer per canvas. */
export function createCanvasRenderer(): GreyRenderer {
  let last: Sample | undefined
  let scratch: HTMLCanvasElement | undefined
  let drawQuickly: ReturnType<typeof createQuickDrawing> | undefined

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
      const level = chooseLevel(scene.pixels.levels, scene.camera, scene.ratio)
      if (level && scene.isMoving && isMagnified(scene, level)) {
        drawQuickly ??= createQuickDrawing()
        drawQuickly(context, scene, level)
        return true
      }
      const sample = getSample(scene, context)
      if (!sample) return true
      const { values, image, placement } = sample
      const opaque = toOpaque(scene.table)
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
