import { defaultViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toImage, toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import {
  panView,
  pinchView,
  getWheelFactor,
  dragWindowState,
  zoomBy,
  zoomTo,
} from './view-transforms.ts'

const cameraOf = (viewport: Partial<Viewport> = {}): Camera => ({
  columns: 2000,
  rows: 1000,
  pixelAspect: 1.5,
  viewportSize: { width: 800, height: 600 },
  viewport: { ...defaultViewport, ...viewport },
  crop: undefined,
})

const after = (camera: Camera, change: Partial<Viewport>): Camera => ({
  ...camera,
  viewport: { ...camera.viewport, ...change },
})

const orientations: readonly Partial<Viewport>[] = [
  {},
  { rotation: 90 },
  { rotation: 270, hflip: true, zoom: 1.7 },
  { rotation: 90, tilt: -33.3, hflip: true, zoom: 0.7 },
  { vflip: true, zoom: 0.5, pan: { x: 40, y: -30 } },
]

describe('view transforms in every orientation', () => {
  test.each(orientations)('zooming keeps the image point under the pointer: %j', (viewport) => {
    const camera = cameraOf(viewport)
    const at = { x: 430, y: 280 }
    const held = toImage(camera, at)
    const shown = toScreen(after(camera, zoomBy(camera, at, 1.2)), held)
    expect(shown.x).toBeCloseTo(at.x, 6)
    expect(shown.y).toBeCloseTo(at.y, 6)
  })

  test.each(orientations)('panning moves the image with the pointer: %j', (viewport) => {
    const camera = cameraOf(viewport)
    const [from, to] = [
      { x: 400, y: 300 },
      { x: 430, y: 280 },
    ]
    const shown = toScreen(after(camera, panView(camera, from, to)), toImage(camera, from))
    expect(shown.x).toBeCloseTo(to.x, 6)
    expect(shown.y).toBeCloseTo(to.y, 6)
  })

  test.each(orientations)(
    'a pinch keeps the touched image points under the fingers: %j',
    (viewport) => {
      const camera = cameraOf(viewport)
      const from = [
        { x: 380, y: 280 },
        { x: 420, y: 320 },
      ] as const
      const to = [
        { x: 370, y: 290 },
        { x: 450, y: 370 },
      ] as const
      const next = after(camera, pinchView(camera, from, to))
      for (const index of [0, 1] as const) {
        const shown = toScreen(next, toImage(camera, from[index]))
        expect(shown.x).toBeCloseTo(to[index].x, 6)
        expect(shown.y).toBeCloseTo(to[index].y, 6)
      }
    },
  )
})

test('a zoom chosen in one viewport shows the same area in a smaller one', () => {
  const camera = cameraOf()
  const zoomed = after(camera, zoomBy(camera, { x: 500, y: 200 }, 3))
  const small = { ...zoomed, viewportSize: { width: 400, height: 260 } }
  for (const corner of [
    { x: 0, y: 0 },
    { x: 800, y: 600 },
  ]) {
    const { x, y } = toScreen(small, toImage(zoomed, corner))
    expect(x >= -1e-6 && x <= 400 + 1e-6 && y >= -1e-6 && y <= 260 + 1e-6).toBe(true)
  }
  // Panning and zooming there keep the point under the pointer, too.
  const at = { x: 100, y: 100 }
  const again = after(small, zoomBy(small, at, 1.2))
  const back = toScreen(again, toImage(small, at))
  expect(back.x).toBeCloseTo(at.x)
  expect(back.y).toBeCloseTo(at.y)
})

test('the zoom stays between 0.1 and 20', () => {
  const camera = cameraOf()
  const at = { x: 400, y: 300 }
  expect(zoomTo(camera, at, 500).zoom).toBe(20)
  expect(zoomTo(camera, at, 0.001).zoom).toBe(0.1)
})

test('an image that fits below the minimum zoom returns to fitting when zoomed out', () => {
  const small = { ...cameraOf({ zoom: 0.1 }), viewportSize: { width: 100, height: 100 } }
  expect(zoomBy(small, { x: 50, y: 50 }, 1 / 1.2).zoom).toBeNull()
})

test('the image cannot be panned out of the viewport', () => {
  const camera = cameraOf({ zoom: 1 })
  const far = after(camera, panView(camera, { x: 0, y: 0 }, { x: 90_000, y: 90_000 }))
  const shown = toImage(far, { x: 400, y: 300 })
  expect(shown).toEqual({ x: 0, y: 0 })
})

test('a wheel notch zooms by 1.2, and a single event by no more', () => {
  const wheel = { deltaMode: 0, ctrlKey: false }
  expect(getWheelFactor({ ...wheel, deltaY: -100 })).toBeCloseTo(1.2)
  expect(getWheelFactor({ ...wheel, deltaY: 100 })).toBeCloseTo(1 / 1.2)
  expect(getWheelFactor({ ...wheel, deltaY: -5000 })).toBeCloseTo(1.2)
  expect(getWheelFactor({ deltaMode: 1, ctrlKey: false, deltaY: -3 })).toBeCloseTo(1.2)
  expect(getWheelFactor({ ...wheel, deltaY: -4 })).toBeLessThan(1.01)
  expect(getWheelFactor({ deltaMode: 0, ctrlKey: true, deltaY: -10 })).toBeCloseTo(1.2)
})

test('dragging right widens the window, up is brighter, and dragging back restores it', () => {
  const shown = { window: { center: 2000, width: 1000 }, span: 4000, isInverse: false }
  const from = { x: 100, y: 100 }
  expect(dragWindowState(shown, from, { x: 300, y: 140 })).toEqual({ center: 2160, width: 1800 })
  expect(dragWindowState({ ...shown, isInverse: true }, from, { x: 100, y: 140 }).center).toBe(1840)
  expect(dragWindowState(shown, from, from)).toEqual(shown.window)
  expect(dragWindowState(shown, from, { x: -90_000, y: 0 }).width).toBe(1)
})
