import { defaultViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { findCropBox } from './crop-picture.ts'

/** Two screen pixels for each of the image, which is in the middle of a wide viewport. */
const camera = {
  columns: 100,
  rows: 100,
  pixelAspect: 1,
  viewportSize: { width: 300, height: 200 },
  viewport: defaultViewport,
  crop: undefined,
}
const crop = { start: { x: 60, y: 50 }, end: { x: 10, y: 20 } }

test('a crop covers the part of the viewport that shows its pixels, wherever its drag began', () => {
  expect(findCropBox(crop, camera)).toEqual({ left: 70, top: 40, width: 100, height: 60 })
})

test('a crop of a zoomed slice keeps the zoom, and ends at the edge of the viewport', () => {
  const viewport = { ...defaultViewport, zoom: 4 }
  expect(findCropBox(crop, { ...camera, viewport })).toEqual({
    left: 0,
    top: 0,
    width: 190,
    height: 100,
  })
})

test('the crop of a mirrored slice is on the other side', () => {
  const viewport = { ...defaultViewport, hflip: true }
  expect(findCropBox(crop, { ...camera, viewport })).toMatchObject({ left: 130, width: 100 })
})
