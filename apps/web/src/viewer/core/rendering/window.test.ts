import { defaultViewport } from '@talus/contract'
import type { ImageDisplay } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { plainDisplay } from '../testing/plain-display.ts'
import {
  dragWindow,
  getFileWindow,
  createLookupTable,
  createPreviewTable,
  createTableWindow,
  createWindow,
} from './window.ts'

const linear = { center: 300, width: 201, function: 'LINEAR', name: '' } as const
const ends = (lowest: number, highest: number) => ({
  lowest,
  highest,
  exposed: { lowest, highest },
})
const greyOf = (
  display: Partial<ImageDisplay>,
  value: number,
  viewport = defaultViewport,
  extremes = ends(0, 1000),
) => createLookupTable({ ...plainDisplay, ...display }, extremes, viewport)[value - extremes.lowest]

describe('the grey level of a stored value', () => {
  test('windows follow the equations of PS3.3 C.11.2.1', () => {
    const windows = [linear]
    // The window reaches from 199.5 to 399.5: 200 whole steps.
    expect([199, 200, 299, 300, 399, 400].map((value) => greyOf({ windows }, value))).toEqual([
      0, 1, 127, 128, 254, 255,
    ])
    const exact = [{ ...linear, width: 200, function: 'LINEAR_EXACT' as const }]
    expect([200, 300, 350, 400].map((value) => greyOf({ windows: exact }, value))).toEqual([
      0, 128, 191, 255,
    ])
    const curve = [{ ...linear, width: 200, function: 'SIGMOID' as const }]
    expect([200, 300, 400].map((value) => greyOf({ windows: curve }, value))).toEqual([
      Math.round(255 / (1 + Math.exp(2))),
      128,
      Math.round(255 / (1 + Math.exp(-2))),
    ])
  })

  test('a window of width 1 separates black from white', () => {
    const windows = [{ ...linear, width: 1 }]
    expect([299, 300].map((value) => greyOf({ windows }, value))).toEqual([0, 255])
  })

  test('without a window in the file all exposed values are spread', () => {
    const extremes = { lowest: 0, highest: 900, exposed: { lowest: 100, highest: 900 } }
    expect([0, 100, 500, 900].map((value) => greyOf({}, value, defaultViewport, extremes))).toEqual(
      [0, 0, 128, 255],
    )
  })

  test('the table of a file without a window is used', () => {
    const tables = [{ first: 10, levels: [0, 0.5, 1], name: '' }]
    expect([0, 10, 11, 12, 900].map((value) => greyOf({ tables }, value))).toEqual([
      0, 0, 128, 255, 255,
    ])
    expect(greyOf({ tables, windows: [linear] }, 300)).toBe(128)
  })

  test('a VOI LUT of a file with windows can be chosen, and a missing one shows its range', () => {
    const tables = [
      { first: 0, levels: [0, 0, 0], name: 'NORMAL' },
      { first: 10, levels: [0, 0.2, 1], name: 'HARDER' },
    ]
    const windows = [{ ...linear, function: 'SIGMOID' as const }]
    const window = createTableWindow(tables[1] ?? { first: 0, levels: [] }, 1)
    expect(window).toEqual({ center: 11.5, width: 3, voiLut: 1 })
    const chosen = { ...defaultViewport, window }
    expect([9, 10, 11, 12, 13].map((value) => greyOf({ windows, tables }, value, chosen))).toEqual([
      0, 0, 51, 255, 255,
    ])
    expect([9, 11, 13].map((value) => greyOf({}, value, chosen))).toEqual([0, 128, 255])
    // A drag starts from the range of the table and leaves the table.
    expect(dragWindow(window, { x: 10, y: 0 }, 1000, false)).toEqual({ center: 11.5, width: 13 })
  })

  test('inversions by the file and by the user cancel each other', () => {
    const windows = [linear]
    const inverted = { ...defaultViewport, invert: true }
    expect(greyOf({ windows, isInverted: true }, 400)).toBe(0)
    expect(greyOf({ windows }, 400, inverted)).toBe(0)
    expect(greyOf({ windows, isInverted: true }, 400, inverted)).toBe(255)
  })

  test('windows support negative values and negative slopes', () => {
    const extremes = ends(-1000, 1000)
    const display = { windows: [linear], slope: -1, intercept: 0, isSigned: true }
    expect(greyOf(display, -400, defaultViewport, extremes)).toBe(255)
    expect(greyOf(display, -200, defaultViewport, extremes)).toBe(1)
    expect(greyOf(display, 400, defaultViewport, extremes)).toBe(0)
  })

  test('a window chosen by the user keeps the VOI LUT function of the file', () => {
    const curve = [{ ...linear, function: 'SIGMOID' as const }]
    const chosen = { ...defaultViewport, window: { center: 500, width: 400 } }
    expect(greyOf({ windows: curve }, 600, chosen)).toBe(Math.round(255 / (1 + Math.exp(-1))))
    expect(greyOf({ tables: [{ first: 0, levels: [1], name: '' }] }, 300, chosen)).toBe(0)
  })
})

test('the default of the file can be expressed as a window', () => {
  expect(getFileWindow({ ...plainDisplay, windows: [linear] }, ends(0, 9))).toEqual({
    center: 300,
    width: 201,
  })
  const display = { ...plainDisplay, slope: 2, intercept: -100 }
  const window = getFileWindow(display, ends(100, 200))
  expect(window).toEqual(createWindow(100, 300))
  // The explicit window gives the same result as the default.
  const chosen = createLookupTable(display, ends(100, 200), { ...defaultViewport, window })
  expect(chosen).toEqual(createLookupTable(display, ends(100, 200), defaultViewport))
})

describe('a preview', () => {
  test('a preview with the default window is unchanged', () => {
    const same = createPreviewTable({ ...plainDisplay, windows: [linear] }, defaultViewport)
    expect(same).toEqual(Uint8Array.from({ length: 256 }, (_, grey) => grey))
  })

  test.each(['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const)(
    'a preview approximates a chosen window: %s',
    (shape) => {
      for (const isInverted of [false, true]) {
        const display = { ...plainDisplay, isInverted, windows: [{ ...linear, function: shape }] }
        const viewport = { ...defaultViewport, invert: true, window: { center: 320, width: 150 } }
        const rendered = createLookupTable(display, ends(0, 1000), defaultViewport)
        const expected = createLookupTable(display, ends(0, 1000), viewport)
        const table = createPreviewTable(display, viewport)
        const off = [230, 260, 300, 340, 370].map((value) =>
          Math.abs((expected[value] ?? 0) - (table[rendered[value] ?? 0] ?? 0)),
        )
        expect(Math.max(...off)).toBeLessThanOrEqual(2)
      }
    },
  )
})

test('dragging right lowers the contrast, up is brighter, also for inverted images', () => {
  const start = { center: 500, width: 400 }
  expect(dragWindow(start, { x: 100, y: 50 }, 2000, false)).toEqual({ center: 600, width: 600 })
  expect(dragWindow(start, { x: -900, y: 50 }, 2000, true)).toEqual({ center: 400, width: 1 })
})
