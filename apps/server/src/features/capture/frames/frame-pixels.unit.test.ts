import { describe, expect, test } from 'vitest'
import { createCountImage, fitPixels } from './frame-pixels.ts'

const bytesOf = (...counts: readonly number[]) => new Uint8Array(new Uint16Array(counts).buffer)

describe('the pixels of a frame', () => {
  test('a short frame is padded, and a long one is cut', () => {
    const short = fitPixels({ width: 2, height: 2 }, bytesOf(1, 2, 3))
    expect(short).toEqual({
      width: 2,
      height: 2,
      receivedRows: 1,
      bytes: bytesOf(1, 2, 3, 0),
    })
    const long = fitPixels({ width: 2, height: 1 }, bytesOf(1, 2, 3))
    expect(long.bytes).toEqual(bytesOf(1, 2))
  })

  test('a frame without a size is treated as a square', () => {
    const { width, height } = fitPixels({ width: 0, height: 0 }, bytesOf(1, 2, 3, 4, 5))
    expect([width, height]).toEqual([3, 2])
    expect(fitPixels({ width: 0, height: 0 }, bytesOf()).bytes.byteLength).toBe(2)
  })

  test('the window of an unprocessed frame spans the lowest to the highest count', () => {
    const shown = createCountImage(fitPixels({ width: 2, height: 1 }, bytesOf(100, 5000)), 12)
    // 5000 does not fit into the twelve bits that the sensor reports.
    expect(shown).toMatchObject({ rows: 1, columns: 2, bitsStored: 13, photometric: 'MONOCHROME1' })
    expect(shown.window).toEqual({ center: 2550.5, width: 4901 })
  })
})
