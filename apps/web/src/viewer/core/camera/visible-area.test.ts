import { defaultViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { computeFitScale, getVisibleArea } from './camera.ts'

test('a crop without an area shows the whole image', () => {
  const point = { x: 20, y: 20 }
  const camera = {
    columns: 100,
    rows: 50,
    pixelAspect: 1,
    viewportSize: { width: 200, height: 200 },
    viewport: defaultViewport,
    crop: { start: point, end: point },
  }
  expect(getVisibleArea(camera)).toEqual({ left: 0, top: 0, width: 100, height: 50 })
  expect(computeFitScale(camera)).toBe(2)
})
