import { plainViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { scaleOf, toScreen } from '../../engine/camera.ts'
import { followed } from './follow.ts'

const cell = { width: 640, height: 600 }
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
  cell,
  viewport,
  crop: undefined,
})
const zoomed: Viewport = { ...plainViewport, zoom: 1 }

describe('an image that follows another', () => {
  test('shows the animal in the same size, whatever its pixels measure', () => {
    const after = { ...zoomed, zoom: 2 }
    const next = followed(
      { before: zoomed, after, sizes: sizes(2000, 0.1) },
      { viewport: plainViewport, sizes: sizes(1000, 0.2) },
    )
    // A millimetre is 10 pixels of the one and 5 of the other.
    expect((next.zoom ?? 0) * 5).toBeCloseTo(2 * 10)
  })

  test('shows the same share of the image where sizes are not known', () => {
    const next = followed(
      { before: zoomed, after: { ...zoomed, zoom: 2 }, sizes: sizes(2000) },
      { viewport: plainViewport, sizes: sizes(500, 0.2) },
    )
    expect(next.zoom).toBe(8)
  })

  test.each([
    { rotation: 0, hflip: false },
    { rotation: 90, hflip: false },
    { rotation: 180, hflip: true },
    { rotation: 270, hflip: true },
  ] as const)('goes the same way on the screen, turned by $rotation', (stands) => {
    const before: Viewport = { ...zoomed, rotation: 90 }
    const after = { ...before, pan: { x: 30, y: -12 } }
    const other: Viewport = { ...zoomed, ...stands, zoom: 2, pan: { x: 5, y: 5 } }
    const next = followed(
      { before, after, sizes: sizes(2000, 0.1) },
      { viewport: other, sizes: sizes(1000, 0.2) },
    )
    const point = { x: 400, y: 300 }
    const went = (from: Viewport, to: Viewport, columns: number) => {
      const [start, end] = [from, to].map((view) => toScreen(camera(view, columns), point))
      return start && end && { x: end.x - start.x, y: end.y - start.y }
    }
    const [mine, theirs] = [went(before, after, 2000), went(other, next, 1000)]
    expect(theirs?.x).toBeCloseTo(mine?.x ?? Number.NaN)
    expect(theirs?.y).toBeCloseTo(mine?.y ?? Number.NaN)
  })

  test('fits into its cell when the other one does', () => {
    const next = followed(
      { before: zoomed, after: plainViewport, sizes: sizes(2000, 0.1) },
      { viewport: { ...zoomed, pan: { x: 3, y: 4 } }, sizes: sizes(1000, 0.2) },
    )
    expect(next).toEqual(plainViewport)
    expect(scaleOf(camera(next, 1000))).toBe(0.6)
  })

  test('stays within the limits of the zoom', () => {
    const next = followed(
      { before: zoomed, after: { ...zoomed, zoom: 20 }, sizes: sizes(2000, 0.1) },
      { viewport: zoomed, sizes: sizes(1000, 0.2) },
    )
    expect(next.zoom).toBe(20)
  })
})
