import { describe, expect, test } from 'vitest'
import { calibrate } from './calibrate.ts'
import { noDefects, createIdentityCalibration } from './raw-frame.ts'
import type { Calibration } from './raw-frame.ts'
import { correctFrame, prepareFrame } from './prepare.ts'
import { repairDefects } from './repair-defects.ts'
import { createFrame, drawNormal, createRandom } from './testing/frames.ts'

const [width, height] = [64, 48]
const offsetAt = (x: number, y: number) => 100 + Math.floor(x) + 2 * (Math.floor(y) % 3)
const gainAt = (x: number, y: number) =>
  1 + 0.1 * Math.sin(Math.floor(x) / 5) * Math.cos(Math.floor(y) / 7)

describe('offset and gain correction', () => {
  const calibration = calibrate({
    darkFrames: [createFrame(width, height, offsetAt)],
    flatFields: [createFrame(width, height, (x, y) => 8000 * gainAt(x, y) + offsetAt(x, y))],
    countsPerMicrogray: 400,
  })

  test('correction removes the fixed pattern from a uniform exposure of another dose', () => {
    const frame = createFrame(width, height, (x, y) => 3000 * gainAt(x, y) + offsetAt(x, y))
    const corrected = correctFrame(frame, calibration)
    const [least, most] = [Math.min(...corrected), Math.max(...corrected)]
    // Only the rounding to whole counts remains.
    expect(most - least).toBeLessThan(3)
    expect(least).toBeGreaterThan(2900)
  })

  test('corrected counts are never negative, and a saturated pixel stays saturated', () => {
    const frame = createFrame(width, height, (x) => (x < 10 ? 20 : 20_000))
    const corrected = correctFrame(frame, calibration)
    expect(Math.min(...corrected)).toBe(0)
    expect(corrected.at(-1)).toBe(16_383)
    expect(new Set(corrected.slice(width * 3 + 20, width * 3 + 60)).size).toBe(1)
  })

  test('correction overwrites the content of a reused buffer', () => {
    const frame = createFrame(width, height, (x, y) => 3000 * gainAt(x, y) + offsetAt(x, y))
    const buffer = new Float32Array(width * height).fill(9999)
    expect(correctFrame(frame, calibration, buffer)).toBe(buffer)
    expect(buffer).toEqual(correctFrame(frame, calibration))
    expect(correctFrame(frame, undefined, buffer.fill(9999))).toEqual(
      correctFrame(frame, undefined),
    )
    expect(correctFrame(frame, calibration, new Float32Array(10))).toEqual(
      correctFrame(frame, calibration),
    )
  })

  test('without a calibration the counts are not changed', () => {
    const frame = createFrame(width, height, (x, y) => x * y)
    expect([...correctFrame(frame, undefined)]).toEqual([...frame.data])
  })
})

describe('defect map', () => {
  const badPixels = [5 * width + 7, 20 * width + 40, 21 * width + 40, 47 * width + 63]
  const [badColumn, badRow] = [30, 33]
  const random = createRandom(9)
  const panel = (signal: number) =>
    createFrame(width, height, (x, y) => {
      const [column, row] = [Math.floor(x), Math.floor(y)]
      if (badPixels.includes(row * width + column)) return signal * 1.9 + 60
      if (column === badColumn || row === badRow) return 12
      return signal * gainAt(x, y) + offsetAt(x, y) + 3 * drawNormal(random)
    })
  const calibration = calibrate({
    darkFrames: Array.from({ length: 8 }, () => panel(0)),
    flatFields: Array.from({ length: 4 }, () => panel(8000)),
    countsPerMicrogray: 400,
  })

  test('calibration finds the defective pixels and lines and hardly any others', () => {
    expect(calibration.defects.rows).toEqual([badRow])
    expect(calibration.defects.columns).toEqual([badColumn])
    for (const at of badPixels) expect(calibration.defects.pixels).toContain(at)
    expect(calibration.defects.pixels.length).toBeLessThan(badPixels.length + 4)
  })

  test('calibration finds a pixel that is noisy in dark frames', () => {
    const noisy = 11 * width + 13
    const dark = () => {
      const frame = createFrame(width, height, (x, y) => offsetAt(x, y) + 3 * drawNormal(random))
      frame.data[noisy] = 150 + Math.round(200 * random())
      return frame
    }
    const { defects } = calibrate({
      darkFrames: Array.from({ length: 8 }, dark),
      flatFields: [createFrame(width, height, (x, y) => 8000 * gainAt(x, y) + offsetAt(x, y))],
      countsPerMicrogray: 400,
    })
    expect(defects.pixels).toContain(noisy)
  })

  test('calibration measures the electronic noise from the dark frames', () => {
    expect(calibration.darkNoise).toBeGreaterThan(2)
    expect(calibration.darkNoise).toBeLessThan(4)
  })

  test('repaired pixels and lines resemble their neighbours', () => {
    const { linear } = prepareFrame(panel(4000), calibration)
    for (const at of badPixels) expect(Math.abs((linear.data[at] ?? 0) - 4000)).toBeLessThan(250)
    for (let y = 0; y < height; y += 1)
      expect(Math.abs((linear.data[y * width + badColumn] ?? 0) - 4000)).toBeLessThan(250)
  })

  test('repairing a pixel preserves an edge through it', () => {
    const values = Float32Array.from({ length: 81 }, (_, at) => (at % 9 < 4 ? 100 : 1000))
    const [left, right] = [4 * 9 + 3, 6 * 9 + 4]
    values[left] = 9999
    values[right] = 0
    repairDefects(values, 9, 9, { ...noDefects, pixels: Uint32Array.of(left, right) })
    expect(values[left]).toBeCloseTo(100, 0)
    expect(values[right]).toBeGreaterThan(990)
  })

  test('two adjacent bad columns are interpolated linearly', () => {
    const values = Float32Array.from({ length: 60 }, (_, at) => 10 * (at % 6))
    for (let y = 0; y < 10; y += 1) values.fill(777, y * 6 + 2, y * 6 + 4)
    repairDefects(values, 6, 10, { ...noDefects, columns: [2, 3] })
    expect(Array.from(values.slice(0, 6), Math.round)).toEqual([0, 10, 20, 30, 40, 50])
  })

  test('a panel without good pixels is not changed', () => {
    const values = new Float32Array(9).fill(5)
    repairDefects(values, 3, 3, {
      pixels: Uint32Array.from(values.keys()),
      rows: [0, 1, 2],
      columns: [0, 1, 2],
    })
    expect([...values]).toEqual(Array.from({ length: 9 }, () => 5))
  })
})

describe('frame validation', () => {
  const calibration: Calibration = createIdentityCalibration({ width: 10, height: 10 }, 400)

  test('a truncated frame is refused', () => {
    const frame = { ...createFrame(10, 10, () => 5), data: new Uint16Array(99) }
    expect(() => prepareFrame(frame, calibration)).toThrow('99 counts')
  })

  test('the calibration of another panel is refused', () => {
    expect(() =>
      prepareFrame(
        createFrame(10, 11, () => 5),
        calibration,
      ),
    ).toThrow('calibration of 10 x 10')
  })
})
