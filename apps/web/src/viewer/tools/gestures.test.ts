import { plainViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toImage, toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import { panned, pinched, wheelFactor, windowDragged, zoomedBy, zoomedTo } from './gestures.ts'

const cameraOf = (viewport: Partial<Viewport> = {}): Camera => ({
  columns: 2000,
  rows: 1000,
  pixelAspect: 1.5,
  cell: { width: 800, height: 600 },
  viewport: { ...plainViewport, ...viewport },
  crop: undefined,
})

const after = (camera: Camera, change: Partial<Viewport>): Camera => ({
  ...camera,
  viewport: { ...camera.viewport, ...change },
})

const turned: readonly Partial<Viewport>[] = [
  {},
  { rotation: 90 },
  { rotation: 270, hflip: true, zoom: 1.7 },
  { vflip: true, zoom: 0.5, pan: { x: 40, y: -30 } },
]

describe('however the image is turned', () => {
  test.each(turned)('zooming keeps what is under the pointer: %j', (viewport) => {
    const camera = cameraOf(viewport)
    const at = { x: 430, y: 280 }
    const held = toImage(camera, at)
    const shown = toScreen(after(camera, zoomedBy(camera, at, 1.2)), held)
    expect(shown.x).toBeCloseTo(at.x, 6)
    expect(shown.y).toBeCloseTo(at.y, 6)
  })

  test.each(turned)('panning takes the image along with the pointer: %j', (viewport) => {
    const camera = cameraOf(viewport)
    const [from, to] = [
      { x: 400, y: 300 },
      { x: 430, y: 280 },
    ]
    const shown = toScreen(after(camera, panned(camera, from, to)), toImage(camera, from))
    expect(shown.x).toBeCloseTo(to.x, 6)
    expect(shown.y).toBeCloseTo(to.y, 6)
  })

  test.each(turned)('two fingers stay on the two points they touched: %j', (viewport) => {
    const camera = cameraOf(viewport)
    const from = [
      { x: 380, y: 280 },
      { x: 420, y: 320 },
    ] as const
    const to = [
      { x: 370, y: 290 },
      { x: 450, y: 370 },
    ] as const
    const next = after(camera, pinched(camera, from, to))
    for (const index of [0, 1] as const) {
      const shown = toScreen(next, toImage(camera, from[index]))
      expect(shown.x).toBeCloseTo(to[index].x, 6)
      expect(shown.y).toBeCloseTo(to[index].y, 6)
    }
  })
})

test('a zoom stays between a tenth and twenty', () => {
  const camera = cameraOf()
  const at = { x: 400, y: 300 }
  expect(zoomedTo(camera, at, 500).zoom).toBe(20)
  expect(zoomedTo(camera, at, 0.001).zoom).toBe(0.1)
})

test('an image that fits at less than a tenth goes back to fitting, not up to a tenth', () => {
  const small = { ...cameraOf({ zoom: 0.1 }), cell: { width: 100, height: 100 } }
  expect(zoomedBy(small, { x: 50, y: 50 }, 1 / 1.2).zoom).toBeNull()
})

test('the image cannot be dragged out of the cell', () => {
  const camera = cameraOf({ zoom: 1 })
  const far = after(camera, panned(camera, { x: 0, y: 0 }, { x: 90_000, y: 90_000 }))
  const shown = toImage(far, { x: 400, y: 300 })
  expect(shown).toEqual({ x: 0, y: 0 })
})

test('a notch of a wheel is a step of 1.2, and a flick is not more than one', () => {
  const wheel = { deltaMode: 0, ctrlKey: false }
  expect(wheelFactor({ ...wheel, deltaY: -100 })).toBeCloseTo(1.2)
  expect(wheelFactor({ ...wheel, deltaY: 100 })).toBeCloseTo(1 / 1.2)
  expect(wheelFactor({ ...wheel, deltaY: -5000 })).toBeCloseTo(1.2)
  expect(wheelFactor({ deltaMode: 1, ctrlKey: false, deltaY: -3 })).toBeCloseTo(1.2)
  expect(wheelFactor({ ...wheel, deltaY: -4 })).toBeLessThan(1.01)
  expect(wheelFactor({ deltaMode: 0, ctrlKey: true, deltaY: -10 })).toBeCloseTo(1.2)
})

test('dragging right widens the window, up is brighter however it is inverted, and back is back', () => {
  const shown = { window: { center: 2000, width: 1000 }, span: 4000, isInverse: false }
  const from = { x: 100, y: 100 }
  expect(windowDragged(shown, from, { x: 300, y: 140 })).toEqual({ center: 2160, width: 1800 })
  expect(windowDragged({ ...shown, isInverse: true }, from, { x: 100, y: 140 }).center).toBe(1840)
  expect(windowDragged(shown, from, from)).toEqual(shown.window)
  expect(windowDragged(shown, from, { x: -90_000, y: 0 }).width).toBe(1)
})
