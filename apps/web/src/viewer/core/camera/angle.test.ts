import { defaultViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { computePlacement } from './placement.ts'
import { getAngle, getRotation, withAngle } from './angle.ts'
import { computeFitScale, toImage, toScreen } from './camera.ts'
import type { Camera } from './camera.ts'

test.each([
  [0, 0, undefined, 0],
  [12.34, 0, 12.3, 12.3],
  [-12.34, 0, -12.3, -12.3],
  [-0.04, 0, undefined, 0],
  [90, 90, undefined, 90],
  [100, 90, 10, 100],
  [-90, 270, undefined, -90],
  [359.96, 0, undefined, 0],
  [-170, 180, 10, -170],
  [180, 180, undefined, 180],
  [725, 0, 5, 5],
])('%d degrees are the quarter turn %d and the rest %s', (degrees, rotation, tilt, angle) => {
  const viewport = withAngle(defaultViewport, degrees)
  expect([viewport.rotation, viewport.tilt]).toEqual([rotation, tilt])
  expect(getAngle(viewport)).toBe(angle)
})

test('the rest stays within 45 degrees, and angles lose nothing when they are read again', () => {
  for (let tenths = -1799; tenths <= 1800; tenths++) {
    const viewport = withAngle(defaultViewport, tenths / 10)
    expect(Math.abs(viewport.tilt ?? 0)).toBeLessThanOrEqual(45)
    expect(getAngle(viewport)).toBe(tenths / 10)
  }
})

test('quarter turns are exact', () => {
  expect(getRotation({ rotation: 90 })).toEqual({ cosine: 0, sine: 1 })
  expect(getRotation({ rotation: 0, tilt: 30 }).sine).toBeCloseTo(0.5)
})

const cameraAt = (degrees: number, change: Partial<Camera> = {}): Camera => ({
  columns: 400,
  rows: 300,
  pixelAspect: 1,
  viewportSize: { width: 1000, height: 700 },
  crop: undefined,
  ...change,
  viewport: withAngle({ ...defaultViewport, hflip: true }, degrees),
})

test.each([0, 7.5, 44.9, 45, 100, -133.3, 180])(
  'an image rotated by %d degrees fits whole, and points return to their place',
  (degrees) => {
    const camera = cameraAt(degrees, { pixelAspect: 1.3 })
    for (const corner of [
      { x: 0, y: 0 },
      { x: 400, y: 0 },
      { x: 400, y: 300 },
      { x: 0, y: 300 },
    ]) {
      const at = toScreen(camera, corner)
      expect(at.x).toBeGreaterThan(-1e-6)
      expect(at.x).toBeLessThan(1000 + 1e-6)
      expect(at.y).toBeGreaterThan(-1e-6)
      expect(at.y).toBeLessThan(700 + 1e-6)
      expect(toImage(camera, at).x).toBeCloseTo(corner.x, 6)
      expect(toImage(camera, at).y).toBeCloseTo(corner.y, 6)
    }
  },
)

test('a clockwise angle moves the top of the image to the right, also if it is flipped', () => {
  const top = toScreen(cameraAt(30), { x: 200, y: 0 })
  expect(top.x).toBeGreaterThan(500)
  expect(top.y).toBeLessThan(350)
})

test('the drawn part of the canvas holds all corners of a rotated image', () => {
  const camera = cameraAt(30)
  const scale = computeFitScale(camera)
  const placement = computePlacement(camera, 2)
  expect(placement?.width).toBeCloseTo(2 * scale * (400 * Math.cos(Math.PI / 6) + 300 * 0.5), -1)
  expect(placement?.height).toBeCloseTo(2 * scale * (400 * 0.5 + 300 * Math.cos(Math.PI / 6)), -1)
})
