import { defaultViewport } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toScreen } from '../camera/camera.ts'
import {
  toActualSize,
  isFlipped,
  isDefaultViewport,
  flipViewport,
  rotateViewport,
} from './viewport-actions.ts'

const viewportSize = { width: 800, height: 600 }
const corner: Point = { x: 10, y: 20 }
const projectCorner = (viewport: Viewport) =>
  toScreen(
    { columns: 300, rows: 200, pixelAspect: 1, viewportSize, viewport, crop: undefined },
    corner,
  )

/** All orientations of an image, panned and zoomed so that no point is at the centre by chance. */
const orientations: readonly Viewport[] = ([0, 90, 180, 270] as const).flatMap((rotation) =>
  [true, false].flatMap((hflip) =>
    [true, false].flatMap((vflip) =>
      [undefined, 17.5].map((tilt) => ({
        ...defaultViewport,
        zoom: 1.5,
        pan: { x: 12, y: -7 },
        rotation,
        tilt,
        hflip,
        vflip,
      })),
    ),
  ),
)

describe('flipping acts on the displayed image in every orientation', () => {
  test.each(orientations)(
    'flip with rotation $rotation, hflip $hflip, vflip $vflip',
    (viewport) => {
      const before = projectCorner(viewport)
      const across = projectCorner(flipViewport(viewport, 'horizontal'))
      expect(across.x).toBeCloseTo(viewportSize.width - before.x)
      expect(across.y).toBeCloseTo(before.y)
      const down = projectCorner(flipViewport(viewport, 'vertical'))
      expect(down.x).toBeCloseTo(before.x)
      expect(down.y).toBeCloseTo(viewportSize.height - before.y)
    },
  )
})

test.each(orientations)('rotating right is clockwise: $rotation $hflip $vflip', (viewport) => {
  const before = projectCorner(viewport)
  const [dx, dy] = [before.x - viewportSize.width / 2, before.y - viewportSize.height / 2]
  const after = projectCorner(rotateViewport(viewport, 'right'))
  expect(after.x - viewportSize.width / 2).toBeCloseTo(-dy)
  expect(after.y - viewportSize.height / 2).toBeCloseTo(dx)
  expect(rotateViewport(rotateViewport(viewport, 'right'), 'left')).toEqual(viewport)
})

test('both flips together are a rotation by 180 degrees, not a flip', () => {
  const both = flipViewport(flipViewport(defaultViewport, 'horizontal'), 'vertical')
  expect(isFlipped(both)).toBe(false)
  expect(isDefaultViewport(both)).toBe(false)
  expect(isFlipped(flipViewport(defaultViewport, 'vertical'))).toBe(true)
})

test('actual size refers to device pixels, not to CSS pixels', () => {
  expect(toActualSize(defaultViewport, 2).zoom).toBe(0.5)
})
