import { expect, test } from 'vitest'
import { findNearestThumbnail, listThumbnailSlices } from './thumbnail-slices.ts'

test('a long stack has 24 thumbnails, evenly spaced from the first to the last slice', () => {
  const slices = listThumbnailSlices(500)
  expect(slices).toHaveLength(24)
  expect([slices[0], slices.at(-1)]).toStrictEqual([0, 499])
  const gaps = slices.slice(1).map((slice, index) => slice - (slices[index] ?? 0))
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
})

test('a stack of at most 24 slices has a thumbnail of each', () => {
  expect(listThumbnailSlices(5)).toStrictEqual([0, 1, 2, 3, 4])
  expect(listThumbnailSlices(24)).toHaveLength(24)
  expect(new Set(listThumbnailSlices(25)).size).toBe(24)
})

test('the current thumbnail is the one nearest to the visible slice', () => {
  const slices = listThumbnailSlices(500)
  expect(findNearestThumbnail(slices, 0)).toBe(0)
  expect(findNearestThumbnail(slices, 499)).toBe(23)
  expect(slices[findNearestThumbnail(slices, 249)]).toBe(239)
})
