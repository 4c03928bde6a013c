import { defaultViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { getScale, toScreen } from '../../core/camera/camera.ts'
import { followViewport } from './linked-view.ts'

const viewportSize = { width: 640, height: 600 }
const sizes = (columns: number, millimetres?: number) => ({
  columns,
  spacing:
    millimetres === undefined
      ? ({ row: 1, column: 1, unit: 'px' } as const)
      : ({ row: millimetres, column: millimetres, unit: 'mm' } as const),
})
const camera = (viewport: Viewport, columns: number) => ({
  columns,
  rows: columns,
  pixelAspect: 1,
  viewportSize,
  viewport,
  crop: undefined,
})
const zoomed: Viewport = { ...defaultViewport, zoom: 1 }

describe('linked views', () => {
  test('linked views show the patient in the same size for different pixel sizes', () => {
    const after = { ...zoomed, zoom: 2 }
    const next = followViewport(
      { before: zoomed, after, sizes: sizes(2000, 0.1) },
      { viewport: defaultViewport, sizes: sizes(1000, 0.2) },
    )
    // A millimetre is 10 pixels in one image and 5 in the other.
    expect((next.zoom ?? 0) * 5).toBeCloseTo(2 * 10)
  })

  test('linked views show the same share of the image if pixel sizes are unknown', () => {
    const next = followViewport(
      { before: zoomed, after: { ...zoomed, zoom: 2 }, sizes: sizes(2000) },
      { viewport: defaultViewport, sizes: sizes(500, 0.2) },
    )
    expect(next.zoom).toBe(8)
  })

  test.each([
    { rotation: 0, hflip: false },
    { rotation: 90, hflip: false },
    { rotation: 180, hflip: true },
    { rotation: 270, hflip: true },
  ] as const)('linked views pan equally on the screen, rotated by $rotation', (orientation) => {
    const before: Viewport = { ...zoomed, rotation: 90 }
    const after = { ...before, pan: { x: 30, y: -12 } }
    const other: Viewport = { ...zoomed, ...orientation, zoom: 2, pan: { x: 5, y: 5 } }
    const next = followViewport(
      { before, after, sizes: sizes(2000, 0.1) },
      { viewport: other, sizes: sizes(1000, 0.2) },
    )
    const point = { x: 400, y: 300 }
    const getOffset = (from: Viewport, to: Viewport, columns: number) => {
      const [start, end] = [from, to].map((view) => toScreen(camera(view, columns), point))
      return start && end && { x: end.x - start.x, y: end.y - start.y }
    }
    const [mine, theirs] = [getOffset(before, after, 2000), getOffset(other, next, 1000)]
    expect(theirs?.x).toBeCloseTo(mine?.x ?? Number.NaN)
    expect(theirs?.y).toBeCloseTo(mine?.y ?? Number.NaN)
  })

  test('a linked view fits its viewport when the other one does', () => {
    const next = followViewport(
      { before: zoomed, after: defaultViewport, sizes: sizes(2000, 0.1) },
      { viewport: { ...zoomed, pan: { x: 3, y: 4 } }, sizes: sizes(1000, 0.2) },
    )
    expect(next).toEqual(defaultViewport)
    expect(getScale(camera(next, 1000))).toBe(0.6)
  })

  test('a linked view stays within the zoom limits', () => {
    const next = followViewport(
      { before: zoomed, after: { ...zoomed, zoom: 20 }, sizes: sizes(2000, 0.1) },
      { viewport: zoomed, sizes: sizes(1000, 0.2) },
    )
    expect(next.zoom).toBe(20)
  })
})
