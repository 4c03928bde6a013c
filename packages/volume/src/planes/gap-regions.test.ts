import { expect, test } from 'vitest'
import { createGeometry, getCentre, toCell } from '../geometry/geometry.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import { identity, move } from '../vectors.ts'
import { createFrame, getPlanes } from './frame.ts'
import { findGapRegions } from './gap-regions.ts'
import { fitPlane, toPlaneMillimetres } from './picture.ts'

const options = { region: 'body', correction: identity } as const
// Slices 4 and 5 of a distance of 1 mm are missing.
const places = [0, 1, 2, 3, 6, 7, 8, 9]

const openPlane = (
  name: 'transverse' | 'sagittal' | 'dorsal',
  drift?: [number, number, number],
) => {
  const geometry = createGeometry(
    buildOne(createSeries({ count: 8, places, ...(drift && { drift }) })),
  )
  const frame = createFrame(getCentre(geometry))
  return { geometry, picture: fitPlane(geometry, getPlanes(frame, options)[name]) }
}

test('a gap is a strip across the planes that cross the slices', () => {
  for (const name of ['sagittal', 'dorsal'] as const) {
    const { geometry, picture } = openPlane(name)
    const [region, ...others] = findGapRegions(geometry, picture)
    expect(others).toStrictEqual([])
    const depths = region?.map(({ x, y }) => toCell(geometry, toPlaneMillimetres(picture, x, y))[2])
    // Half a millimetre beside each of the two slices belongs to it.
    expect(Math.min(...(depths ?? []))).toBeCloseTo(3.5)
    expect(Math.max(...(depths ?? []))).toBeCloseTo(5.5)
  }
})

test('the strip of a tilted gantry ends at the outline of the volume', () => {
  const { geometry, picture } = openPlane('sagittal', [0, 0.4, 0])
  const [region = []] = findGapRegions(geometry, picture)
  expect(region).toHaveLength(4)
  for (const { x, y } of region) {
    const [, row, place] = toCell(geometry, toPlaneMillimetres(picture, x, y))
    expect([-0.5, geometry.rows - 0.5].some((edge) => Math.abs(row - edge) < 1e-6)).toBe(true)
    expect([3.5, 5.5].some((edge) => Math.abs(place - edge) < 1e-6)).toBe(true)
  }
})

test('a plane parallel to the slices is all gap or none', () => {
  const { geometry, picture } = openPlane('transverse')
  expect(findGapRegions(geometry, picture)).toHaveLength(1)
  const { plane } = picture
  const countAt = (millimetres: number) => {
    const by = millimetres - toCell(geometry, plane.origin)[2]
    const moved = { ...plane, origin: move(plane.origin, geometry.normal, by) }
    return findGapRegions(geometry, { ...picture, plane: moved }).length
  }
  // The slices on both sides of the gap exist.
  for (const place of [3, 3.49, 5.51, 6, 7]) expect(countAt(place)).toBe(0)
  for (const place of [3.51, 4.5, 5.49]) expect(countAt(place)).toBe(1)
})

test('a volume without gaps has no regions', () => {
  const geometry = createGeometry(buildOne(createSeries({ count: 8 })))
  const picture = fitPlane(geometry, getPlanes(createFrame(getCentre(geometry)), options).sagittal)
  expect(findGapRegions(geometry, picture)).toStrictEqual([])
})

test('the places of slices that cannot be read are strips between their neighbours', () => {
  const { geometry, picture } = openPlane('sagittal')
  const regions = findGapRegions(geometry, picture, [6, 1, 2])
  const depths = regions.map((region) => {
    const all = region.map(({ x, y }) => toCell(geometry, toPlaneMillimetres(picture, x, y))[2])
    return [Math.min(...all), Math.max(...all)].map((depth) => Math.round(depth * 1e6) / 1e6)
  })
  expect(depths).toEqual([
    [0.5, 2.5],
    // The gap.
    [3.5, 5.5],
    [7.5, 8.5],
  ])
})
