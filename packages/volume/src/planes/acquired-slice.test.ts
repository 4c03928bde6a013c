import { expect, test } from 'vitest'
import { createGeometry, toMillimetres } from '../geometry/geometry.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import type { SeriesOptions } from '../testing/series.ts'
import { identity } from '../vectors.ts'
import { findAcquiredSlice, getPlanePosition } from './acquired-slice.ts'
import { createFrame, getPlanes, rotateFrame } from './frame.ts'

const options = { region: 'body', correction: identity } as const

/** The planes through the middle of a slice, counted from 0 with its fraction. */
function openPlanes(series: SeriesOptions, slice: number, degrees = 0) {
  const geometry = createGeometry(buildOne(createSeries(series)))
  const frame = createFrame(toMillimetres(geometry, [4.5, 3.5, slice]))
  const turned = rotateFrame(frame, [1, 0, 0], (degrees * Math.PI) / 180)
  return { geometry, planes: getPlanes(turned, options) }
}

test('a transverse plane through a slice is that slice, whichever side it is seen from', () => {
  for (const slice of [0, 3, 7]) {
    const { geometry, planes } = openPlanes({ count: 8 }, slice)
    expect(findAcquiredSlice(geometry, planes.transverse)).toBe(slice)
    expect(getPlanePosition(geometry, planes.transverse)).toBeCloseTo(100 + 2 * slice)
  }
})

test('planes across the slices, between two of them or turned are no slice', () => {
  const { geometry, planes } = openPlanes({ count: 8 }, 3)
  expect(findAcquiredSlice(geometry, planes.sagittal)).toBeUndefined()
  expect(findAcquiredSlice(geometry, planes.dorsal)).toBeUndefined()
  expect(getPlanePosition(geometry, planes.sagittal)).toBeCloseTo(-20 + 4.5 * 0.5)
  expect(getPlanePosition(geometry, planes.dorsal)).toBeCloseTo(-30 + 3.5 * 0.8)
  for (const [slice, degrees] of [
    [3.1, 0],
    [3, 1],
  ] as const) {
    const other = openPlanes({ count: 8 }, slice, degrees)
    expect(findAcquiredSlice(other.geometry, other.planes.transverse)).toBeUndefined()
  }
  const gap = openPlanes({ count: 4, places: [0, 2, 4, 12] }, 2.25)
  expect(findAcquiredSlice(gap.geometry, gap.planes.transverse)).toBeUndefined()
  expect(getPlanePosition(gap.geometry, gap.planes.transverse)).toBeCloseTo(106)
})

test('the plane across the body of an animal whose slices are tilted is no slice', () => {
  const tilted = { row: [1, 0, 0], column: [0, 0.948_324, 0.317_305] } as const
  const facts = { orientation: { row: [...tilted.row], column: [...tilted.column] } }
  const geometry = createGeometry(buildOne(createSeries({ count: 8 }, facts as never)))
  const frame = createFrame(toMillimetres(geometry, [4.5, 3.5, 3]))
  const { transverse } = getPlanes(frame, options)
  expect(findAcquiredSlice(geometry, transverse)).toBeUndefined()
  expect(getPlanePosition(geometry, transverse)).toBeCloseTo(frame.origin[2])
})
