import { plainViewport } from '@talus/contract'
import type { ImageDisplay } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { plainDisplay } from './testing/plain-display.ts'
import { draggedWindow, fileWindow, lookupTable, previewTable, windowBetween } from './window.ts'

const linear = { center: 300, width: 201, function: 'LINEAR', name: '' } as const
const ends = (lowest: number, highest: number) => ({
  lowest,
  highest,
  exposed: { lowest, highest },
})
const greyOf = (
  display: Partial<ImageDisplay>,
  value: number,
  viewport = plainViewport,
  extremes = ends(0, 1000),
) => lookupTable({ ...plainDisplay, ...display }, extremes, viewport)[value - extremes.lowest]

describe('the grey of a number', () => {
  test('follows the equations of PS3.3 C.11.2.1', () => {
    const windows = [linear]
    // From 199.5 to 399.5: 200 whole steps.
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

  test('divides black from white in a window of one', () => {
    const windows = [{ ...linear, width: 1 }]
    expect([299, 300].map((value) => greyOf({ windows }, value))).toEqual([0, 255])
  })

  test('spreads everything that was exposed where the file wishes nothing', () => {
    const extremes = { lowest: 0, highest: 900, exposed: { lowest: 100, highest: 900 } }
    expect([0, 100, 500, 900].map((value) => greyOf({}, value, plainViewport, extremes))).toEqual([
      0, 0, 128, 255,
    ])
  })

  test('comes from the table of a file that has one and no window', () => {
    const table = { first: 10, greys: [0, 0.5, 1] }
    expect([0, 10, 11, 12, 900].map((value) => greyOf({ table }, value))).toEqual([
      0, 0, 128, 255, 255,
    ])
    expect(greyOf({ table, windows: [linear] }, 300)).toBe(128)
  })

  test('is turned once by the file and once by the person', () => {
    const windows = [linear]
    const inverted = { ...plainViewport, invert: true }
    expect(greyOf({ windows, isInverted: true }, 400)).toBe(0)
    expect(greyOf({ windows }, 400, inverted)).toBe(0)
    expect(greyOf({ windows, isInverted: true }, 400, inverted)).toBe(255)
  })

  test('knows negative numbers, and slopes that go down', () => {
    const extremes = ends(-1000, 1000)
    const display = { windows: [linear], slope: -1, intercept: 0, isSigned: true }
    expect(greyOf(display, -400, plainViewport, extremes)).toBe(255)
    expect(greyOf(display, -200, plainViewport, extremes)).toBe(1)
    expect(greyOf(display, 400, plainViewport, extremes)).toBe(0)
  })

  test('a window that somebody chose keeps the curve of the file', () => {
    const curve = [{ ...linear, function: 'SIGMOID' as const }]
    const chosen = { ...plainViewport, window: { center: 500, width: 400 } }
    expect(greyOf({ windows: curve }, 600, chosen)).toBe(Math.round(255 / (1 + Math.exp(-1))))
    expect(greyOf({ table: { first: 0, greys: [1] } }, 300, chosen)).toBe(0)
  })
})

test('what the file wishes can be said as a window', () => {
  expect(fileWindow({ ...plainDisplay, windows: [linear] }, ends(0, 9))).toEqual({
    center: 300,
    width: 201,
  })
  const display = { ...plainDisplay, slope: 2, intercept: -100 }
  const window = fileWindow(display, ends(100, 200))
  expect(window).toEqual(windowBetween(100, 300))
  // The same picture, chosen by hand.
  const chosen = lookupTable(display, ends(100, 200), { ...plainViewport, window })
  expect(chosen).toEqual(lookupTable(display, ends(100, 200), plainViewport))
})

describe('a preview', () => {
  test('stays as the server made it', () => {
    const same = previewTable({ ...plainDisplay, windows: [linear] }, plainViewport)
    expect(same).toEqual(Uint8Array.from({ length: 256 }, (_, grey) => grey))
  })

  test.each(['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const)(
    'takes on a chosen window as near as its greys allow: %s',
    (shape) => {
      for (const isInverted of [false, true]) {
        const display = { ...plainDisplay, isInverted, windows: [{ ...linear, function: shape }] }
        const viewport = { ...plainViewport, invert: true, window: { center: 320, width: 150 } }
        const made = lookupTable(display, ends(0, 1000), plainViewport)
        const wanted = lookupTable(display, ends(0, 1000), viewport)
        const table = previewTable(display, viewport)
        const off = [230, 260, 300, 340, 370].map((value) =>
          Math.abs((wanted[value] ?? 0) - (table[made[value] ?? 0] ?? 0)),
        )
        expect(Math.max(...off)).toBeLessThanOrEqual(2)
      }
    },
  )
})

test('a pointer softens to the right and brightens upwards, whichever way the image is turned', () => {
  const start = { center: 500, width: 400 }
  expect(draggedWindow(start, { x: 100, y: 50 }, 2000, false)).toEqual({ center: 600, width: 600 })
  expect(draggedWindow(start, { x: -900, y: 50 }, 2000, true)).toEqual({ center: 400, width: 1 })
})
