import { defaultViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { plainDisplay } from '../testing/plain-display.ts'
import type { GreyPixels } from '../loading/pixels.ts'
import { createTableCache } from './table-cache.ts'
import { createLookupTable } from './window.ts'

const display = {
  ...plainDisplay,
  slope: 1,
  intercept: -1024,
  windows: [{ center: 40, width: 400, function: 'LINEAR' as const, name: '' }],
}

const createExtremes = (
  lowest: number,
  highest: number,
): Pick<GreyPixels, 'lowest' | 'highest' | 'exposed'> => ({
  lowest,
  highest,
  exposed: { lowest, highest },
})

test('images of one stack share a table, and each gets the part of its own values', () => {
  const getTable = createTableCache()
  const views = [
    defaultViewport,
    { ...defaultViewport, invert: true },
    { ...defaultViewport, window: { center: -600, width: 1500 } },
    defaultViewport,
  ]
  for (const viewport of views)
    for (const extremes of [
      createExtremes(900, 1300),
      createExtremes(500, 1200),
      createExtremes(1000, 1500),
      createExtremes(500, 1500),
    ])
      expect([...getTable(display, extremes, viewport)]).toEqual([
        ...createLookupTable(display, extremes, viewport),
      ])
})

test('padding and what was interpolated with it is black in every view', () => {
  const getTable = createTableCache()
  for (const isInverted of [false, true])
    for (const invert of [false, true])
      for (const slope of [1, -1])
        for (const lowestMeasured of [900, 700, 500]) {
          const own = { ...display, isInverted, slope }
          const extremes = { ...createExtremes(500, 1300), lowestMeasured }
          const table = getTable(own, extremes, { ...defaultViewport, invert })
          const plain = createLookupTable(own, createExtremes(500, 1300), {
            ...defaultViewport,
            invert,
          })
          const unmeasured = lowestMeasured - 500
          expect([...table.subarray(0, unmeasured)]).toEqual(
            Array.from({ length: unmeasured }, () => 0),
          )
          expect([...table.subarray(unmeasured)]).toEqual([...plain.subarray(unmeasured)])
        }
})

test('an image without a window has a table of its own values', () => {
  const getTable = createTableCache()
  const own = { ...display, windows: [] }
  for (const extremes of [createExtremes(0, 100), createExtremes(50, 200)])
    expect([...getTable(own, extremes, defaultViewport)]).toEqual([
      ...createLookupTable(own, extremes, defaultViewport),
    ])
})
