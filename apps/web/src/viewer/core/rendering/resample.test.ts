import { defaultViewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { withAngle } from '../camera/angle.ts'
import { getScale, getVisibleArea, toImage } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { createLevels } from '../loading/levels.ts'
import type { ImageLevel } from '../loading/pixels.ts'
import { chooseLevel, computePlacement } from '../camera/placement.ts'
import { resampleRotated } from './resample-rotated.ts'
import { resample } from './resample.ts'

const [columns, rows] = [611, 467]
const values = Uint16Array.from({ length: columns * rows }, (_, at) => {
  const [x, y] = [at % columns, Math.floor(at / columns)]
  return Math.round(30_000 + 20_000 * Math.sin(x / 9) * Math.cos(y / 13) + ((x * 7919) % 101) * 50)
})
const levels = createLevels({ columns, rows, stepX: 1, stepY: 1, values })

const cameraWith = (change: Partial<Camera['viewport']>, more: Partial<Camera> = {}): Camera => ({
  columns,
  rows,
  pixelAspect: 1,
  viewportSize: { width: 203, height: 151 },
  crop: undefined,
  ...more,
  viewport: { ...defaultViewport, ...change },
})

/** Reference implementation: one pixel at a time, by its image position and a tent filter. */
function computeReference(
  level: ImageLevel,
  camera: Camera,
  ratio: number,
  column: number,
  row: number,
) {
  const at = toImage(camera, { x: (column + 0.5) / ratio, y: (row + 0.5) / ratio })
  const scale = getScale(camera) * ratio
  const shown = getVisibleArea(camera)
  const side = (middle: number, reach: number, start: number, length: number, step: number) => {
    const lowest = Math.floor(start / step)
    const highest = Math.ceil((start + length) / step) - 1
    const found: [number, number][] = []
    for (let place = Math.ceil(middle - reach); place <= middle + reach; place++) {
      const weight = 1 - Math.abs(place - middle) / reach
      if (weight > 0) found.push([Math.min(highest, Math.max(lowest, place)), weight])
    }
    return found
  }
  const { stepX, stepY } = level
  const across = side(
    at.x / stepX - 0.5,
    Math.max(1, 1 / scale / stepX),
    shown.left,
    shown.width,
    stepX,
  )
  const down = side(
    at.y / stepY - 0.5,
    Math.max(1, 1 / scale / camera.pixelAspect / stepY),
    shown.top,
    shown.height,
    stepY,
  )
  let [sum, whole] = [0, 0]
  for (const [y, below] of down)
    for (const [x, along] of across) {
      sum += below * along * (level.values[y * level.columns + x] ?? Number.NaN)
      whole += below * along
    }
  return sum / whole
}

/** Whether a device pixel of a tilted image is outside of it; it is clipped. */
function isBeside(camera: Camera, ratio: number, column: number, row: number) {
  const { x, y } = toImage(camera, { x: (column + 0.5) / ratio, y: (row + 0.5) / ratio })
  const { left, top, width, height } = getVisibleArea(camera)
  return (
    camera.viewport.tilt !== undefined &&
    (x < left || y < top || x > left + width || y > top + height)
  )
}

/** Largest deviation of any drawn pixel from the reference implementation. */
function getMaxDeviation(camera: Camera, ratio = 1, draw = resample) {
  const placement = computePlacement(camera, ratio)
  const level = chooseLevel(levels, camera, ratio)
  if (!placement || !level) throw new Error('nothing is shown')
  const { left, top, width, height } = placement
  const target = new Uint16Array(width * height)
  draw(level, camera, ratio, placement, 0, target)
  let most = 0
  for (let row = 0; row < height; row += 3)
    for (let column = 0; column < width; column += 3) {
      if (isBeside(camera, ratio, left + column, top + row)) continue
      const expected = computeReference(level, camera, ratio, left + column, top + row)
      most = Math.max(most, Math.abs((target[row * width + column] ?? 0) - expected))
    }
  return most
}

describe('resampling matches the reference implementation', () => {
  test.each([null, 0.15, 0.37, 0.5, 0.81, 1, 2.6, 20])('resampling at scale %s', (zoom) => {
    expect(getMaxDeviation(cameraWith({ zoom }))).toBeLessThan(0.6)
  })

  test.each([0, 90, 180, 270] as const)(
    'resampling rotated by %i, flipped and panned',
    (rotation) => {
      for (const [hflip, vflip] of [
        [false, false],
        [true, false],
        [true, true],
      ] as const) {
        const pan = { x: 71, y: -40 }
        expect(
          getMaxDeviation(cameraWith({ rotation, hflip, vflip, pan, zoom: 0.6 })),
        ).toBeLessThan(0.6)
      }
    },
  )

  test('resampling with a crop, a high pixel density and non-square pixels', () => {
    const crop = { start: { x: 400, y: 300 }, end: { x: 101.5, y: 60.25 } }
    expect(getMaxDeviation(cameraWith({}, { crop }), 1.5)).toBeLessThan(0.6)
    expect(getMaxDeviation(cameraWith({ rotation: 90 }, { pixelAspect: 1.7 }))).toBeLessThan(0.6)
  })
})

test.each([7.5, -30, 45, 133.3])('resampling at an angle of %d degrees', (degrees) => {
  for (const zoom of [null, 0.37, 1, 2.6]) {
    const crop = { start: { x: 101.5, y: 60.25 }, end: { x: 400, y: 300 } }
    for (const more of [{}, { crop }, { pixelAspect: 1.7 }]) {
      const flat = cameraWith({ zoom, hflip: true }, more)
      const camera = { ...flat, viewport: withAngle(flat.viewport, degrees) }
      expect(getMaxDeviation(camera, 1, resampleRotated)).toBeLessThan(0.6)
    }
  }
})

test('fine stripes become grey instead of aliasing to broad ones', () => {
  const stripes = Uint16Array.from({ length: 800 * 600 }, (_, at) => (at % 2) * 4000)
  const fine = createLevels({ columns: 800, rows: 600, stepX: 1, stepY: 1, values: stripes })
  for (const zoom of [0.7, 0.55, 0.3]) {
    const camera = cameraWith({ zoom }, { columns: 800, rows: 600 })
    const placement = computePlacement(camera, 1)
    const level = chooseLevel(fine, camera, 1)
    if (!placement || !level) throw new Error('nothing is shown')
    const target = new Uint16Array(placement.width * placement.height)
    resample(level, camera, 1, placement, 0, target)
    const middle = target.filter((_, at) => at % placement.width > 2)
    expect(Math.max(...middle.map((value) => Math.abs(value - 2000)))).toBeLessThan(900)
  }
})

test('an image of one pixel, and one outside the viewport', () => {
  const one = { columns: 1, rows: 1, stepX: 1, stepY: 1, values: Uint8Array.of(200) }
  const camera = cameraWith({}, { columns: 1, rows: 1 })
  const placement = computePlacement(camera, 1)
  if (!placement) throw new Error('nothing is shown')
  const target = new Uint16Array(placement.width * placement.height)
  resample(one, camera, 1, placement, 150, target)
  expect(new Set(target)).toEqual(new Set([50]))
  expect(computePlacement(cameraWith({ zoom: 1, pan: { x: 5000, y: 0 } }), 1)).toBeUndefined()
})
