import { plainViewport } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toScreen } from '../../engine/camera.ts'
import { inOwnSize, isMirrored, isPlain, mirrored, turned } from './viewport-actions.ts'

const cell = { width: 800, height: 600 }
const corner: Point = { x: 10, y: 20 }
const seen = (viewport: Viewport) =>
  toScreen({ columns: 300, rows: 200, pixelAspect: 1, cell, viewport, crop: undefined }, corner)

/** Every way in which an image can stand, moved and zoomed so that nothing is in the middle by chance. */
const stands: readonly Viewport[] = ([0, 90, 180, 270] as const).flatMap((rotation) =>
  [true, false].flatMap((hflip) =>
    [true, false].map((vflip) => ({
      ...plainViewport,
      zoom: 1.5,
      pan: { x: 12, y: -7 },
      rotation,
      hflip,
      vflip,
    })),
  ),
)

describe('mirroring is what one sees, however the image stands', () => {
  test.each(stands)('rotation $rotation, hflip $hflip, vflip $vflip', (viewport) => {
    const before = seen(viewport)
    const across = seen(mirrored(viewport, 'horizontal'))
    expect(across.x).toBeCloseTo(cell.width - before.x)
    expect(across.y).toBeCloseTo(before.y)
    const down = seen(mirrored(viewport, 'vertical'))
    expect(down.x).toBeCloseTo(before.x)
    expect(down.y).toBeCloseTo(cell.height - before.y)
  })
})

test.each(stands)('a turn to the right is clockwise: $rotation $hflip $vflip', (viewport) => {
  const before = seen(viewport)
  const [dx, dy] = [before.x - cell.width / 2, before.y - cell.height / 2]
  const after = seen(turned(viewport, 'right'))
  expect(after.x - cell.width / 2).toBeCloseTo(-dy)
  expect(after.y - cell.height / 2).toBeCloseTo(dx)
  expect(turned(turned(viewport, 'right'), 'left')).toEqual(viewport)
})

test('both mirrors together are half a turn, and no mirror', () => {
  const both = mirrored(mirrored(plainViewport, 'horizontal'), 'vertical')
  expect(isMirrored(both)).toBe(false)
  expect(isPlain(both)).toBe(false)
  expect(isMirrored(mirrored(plainViewport, 'vertical'))).toBe(true)
})

test('own size counts the pixels of the screen, not those of the page', () => {
  expect(inOwnSize(plainViewport, 2).zoom).toBe(0.5)
})
