import type { Vector } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildOne, createSeries } from '../testing/series.ts'
import { getDistance } from '../vectors.ts'
import { createGeometry, getCentre, getCorners, toMillimetres, toVoxel } from './geometry.ts'
import { findNearestSlice } from './nearest-slice.ts'

const series = {
  regular: createSeries({ count: 12 }),
  tilted: createSeries({ count: 12, drift: [0, -0.33, 0] }),
  irregular: createSeries({ count: 6, places: [0, 1, 2.6, 4.9, 5.5, 7] }),
  oblique: createSeries(
    { count: 9 },
    { orientation: { row: [0, 0.6, 0.8], column: [0, -0.8, 0.6] } },
  ),
}

test('the first voxel of every slice lies at its position, tilted or irregular', () => {
  for (const slices of Object.values(series)) {
    const stack = buildOne(slices)
    const geometry = createGeometry(stack)
    for (const [k, { position }] of (stack.phases[0]?.slices ?? []).entries())
      expect(getDistance(toMillimetres(geometry, [0, 0, k]), position ?? [0, 0, 0])).toBeLessThan(
        1e-6,
      )
  }
})

test('columns and rows are apart by their spacing in the directions of the file', () => {
  const geometry = createGeometry(buildOne(series.regular))
  const from = toMillimetres(geometry, [0, 0, 0])
  expect(toMillimetres(geometry, [3, 0, 0])).toEqual([from[0] + 3 * 0.5, from[1], from[2]])
  expect(toMillimetres(geometry, [0, 2, 0])).toEqual([from[0], from[1] + 2 * 0.8, from[2]])
})

test('a voxel and its place convert to each other, between slices and outside of them', () => {
  const number = fc.double({ min: -4, max: 16, noNaN: true })
  for (const slices of Object.values(series)) {
    const geometry = createGeometry(buildOne(slices))
    fc.assert(
      fc.property(number, number, number, (i, j, k) => {
        const voxel = toVoxel(geometry, toMillimetres(geometry, [i, j, k]))
        expect(getDistance(voxel, [i, j, k])).toBeLessThan(1e-6)
      }),
      { numRuns: 50 },
    )
  }
})

test('distances come from positions, never from the thickness of the slices', () => {
  const geometry = createGeometry(
    buildOne(createSeries({ count: 5, distance: 3.27 }, { thickness: 3.75 })),
  )
  expect(geometry.places.at(-1)).toBeCloseTo(4 * 3.27, 9)
  expect(geometry.step).toBe(0.5)
})

test('the tilt is the angle of the line through the slices', () => {
  expect(createGeometry(buildOne(series.tilted)).tilt).toBeCloseTo(
    (Math.atan(0.33) * 180) / Math.PI,
    6,
  )
  expect(createGeometry(buildOne(series.regular)).tilt).toBe(0)
  expect(createGeometry(buildOne(series.irregular)).isRegular).toBe(false)
})

test('the centre is in the middle of the corners', () => {
  for (const slices of Object.values(series)) {
    const geometry = createGeometry(buildOne(slices))
    const corners = getCorners(geometry)
    const mean = [0, 1, 2].map(
      (axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 8,
    )
    expect(getDistance(getCentre(geometry), mean as Vector)).toBeLessThan(1e-6)
  }
})

test('slices without positions have no geometry', () => {
  const stack = buildOne(createSeries({ count: 4 }, { orientation: null }))
  expect(() => createGeometry(stack)).toThrow(TypeError)
  expect(findNearestSlice(stack, [0, 0, 0])).toBeUndefined()
})

test('the nearest slice of another stack is found by millimetres, and a place outside is marked', () => {
  const stack = buildOne(series.irregular)
  const find = (z: number) => findNearestSlice(stack, [5, 5, z])
  expect(find(102.4)).toEqual({ index: 2, isOutside: false })
  expect(find(104)).toEqual({ index: 3, isOutside: false })
  expect(find(99.6)).toEqual({ index: 0, isOutside: false })
  expect(find(99.4)).toEqual({ index: 0, isOutside: true })
  expect(find(120)).toEqual({ index: 5, isOutside: true })
})
