import { describe, expect, test } from 'vitest'
import { crossover, fullAmplitude, gainTable, neutralContrast } from './contrast.ts'
import { takeNegativeLogarithms } from './logarithm.ts'
import { eachLine, joinCoarse, split } from './multiscale.ts'
import type { SplitOptions } from './multiscale.ts'
import { noiseOf, varianceAt } from './noise.ts'
import type { Plane } from './plane.ts'
import { reduce } from './plane.ts'
import { levelCount } from './pyramid.ts'
import { normalOf, randomOf } from './testing/frames.ts'

const range = { lowest: -9.5, highest: -3 }
const neutral: SplitOptions = { contrast: neutralContrast, octave: 0, range, darkNoise: 4 }

function planeOf(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    value(at % width, Math.floor(at / width)),
  )
  return { width, height, data }
}

/** Takes a copy of the picture apart and puts it together again. */
function through(plane: Plane, options: SplitOptions): Float32Array {
  const parts = split({ ...plane, data: plane.data.slice() }, options)
  const joined = new Float32Array(plane.data.length)
  eachLine(parts, joinCoarse(parts), (line, y) => {
    joined.set(line.subarray(0, plane.width), y * plane.width)
  })
  return joined
}

const largestDifference = (one: Float32Array, other: Float32Array) => {
  let largest = 0
  for (let at = 0; at < one.length; at += 1)
    largest = Math.max(largest, Math.abs((one[at] ?? 0) - (other[at] ?? 0)))
  return largest
}

/** The spread of the differences between neighbours: of noise, whatever lies under it. */
function grain({ width, height }: Plane, data: Float32Array, from: number, to: number): number {
  let [sum, count] = [0, 0]
  for (let y = 8; y < height - 8; y += 1)
    for (let x = from; x < to; x += 1) {
      const step = (data[y * width + x + 1] ?? 0) - (data[y * width + x] ?? 0)
      sum += step * step
      count += 1
    }
  return Math.sqrt(sum / count)
}

describe('the pyramid', () => {
  for (const [width, height] of [
    [128, 96],
    [131, 77],
    [16, 300],
    [9, 9],
    [1, 1],
    [2, 40],
  ] as const)
    test(`gives a picture of ${width} x ${height} back as it was`, () => {
      const random = randomOf(width)
      const plane = planeOf(
        width,
        height,
        (x, y) => Math.sin(x / 7) * Math.cos(y / 11) - 6 + random(),
      )
      expect(largestDifference(through(plane, neutral), plane.data)).toBeLessThan(1e-5)
    })

  test('ends at about 8 pixels', () => {
    expect(levelCount(2800, 2300)).toBe(8)
    expect(levelCount(15, 15)).toBe(0)
  })

  test('an even picture stays even, whatever the look', () => {
    const plane = planeOf(100, 80, () => -7)
    const contrast = { power: 0.6, edge: 1.6, latitude: 0.5, noise: 1 }
    expect(largestDifference(through(plane, { ...neutral, contrast }), plane.data)).toBeLessThan(
      1e-4,
    )
  })
})

describe('contrast', () => {
  const strong = { ...neutralContrast, power: 0.6 }
  const place = { octave: 2, pixels: 1000 }
  const gainOf = (size: number) => {
    const { gains, perUnit } = gainTable(strong, place)
    return gains[Math.min(gains.length - 1, Math.floor(size * perUnit))] ?? 0
  }

  test('weak detail is lifted, detail of full size is left, stronger is held', () => {
    expect(gainOf(0.03)).toBeCloseTo((0.03 / fullAmplitude) ** -0.4, 1)
    expect(gainOf(fullAmplitude)).toBeCloseTo(1, 2)
    expect(gainOf(1.15)).toBeLessThan(0.8)
  })

  test('below the crossover the gain rises no more', () => {
    expect(gainOf(0)).toBe(gainOf(crossover / 2))
    expect(gainOf(0)).toBeCloseTo((crossover / fullAmplitude) ** -0.4, 4)
  })

  test('what was larger stays larger: no detail changes places with another', () => {
    let before = -1
    for (let size = 0; size < 1.19; size += 0.001) {
      const after = size * gainOf(size)
      expect(after).toBeGreaterThanOrEqual(before * 0.99)
      before = after
    }
  })

  test('edges are sharpened in levels 1 and 2 only', () => {
    const at = (octave: number) =>
      gainTable({ ...neutralContrast, edge: 1.5 }, { octave, pixels: 1000 }).gains[100]
    expect([at(0), at(1), at(2), at(4)]).toEqual([1, 1.5, 1.5, 1])
  })

  test('latitude brings thick and thin closer together and leaves detail alone', () => {
    const plane = planeOf(512, 256, (x) => (x < 256 ? -8 : -6) + 0.05 * Math.sin(x * 1.5))
    const flat = through(plane, { ...neutral, contrast: { ...neutralContrast, latitude: 0.5 } })
    const row = 128 * 512
    expect((flat[row + 480] ?? 0) - (flat[row + 32] ?? 0)).toBeLessThan(1.5)
    expect(grain(plane, flat, 20, 100)).toBeCloseTo(grain(plane, plane.data, 20, 100), 2)
  })
})

describe('noise', () => {
  const random = randomOf(77)
  // Minus the logarithm of 2000 counts on the left and of 60 on the right, with noise of quanta.
  const countsAt = (x: number) => (x < 200 ? 2000 : 60)
  const noisy = planeOf(400, 300, (x) => {
    const counts = countsAt(x)
    return -Math.log(counts + Math.sqrt(counts) * normalOf(random))
  })
  const contrast = { power: 0.65, edge: 1.3, latitude: 0.8, noise: 0.85 }

  test('is measured from the picture: its variance is one over the signal', () => {
    const model = noiseOf(noisy, range, 0, Infinity)
    // The finest level holds 0.79 of the variance of white noise.
    expect(varianceAt(model, -Math.log(2000)) / (0.79 / 2000)).toBeGreaterThan(0.7)
    expect(varianceAt(model, -Math.log(2000)) / (0.79 / 2000)).toBeLessThan(1.4)
    expect(varianceAt(model, -Math.log(60))).toBeGreaterThan(varianceAt(model, -Math.log(2000)))
  })

  test('is not lifted with the detail, in bright parts or in dark ones', () => {
    const held = through(noisy, { ...neutral, contrast })
    const free = through(noisy, { ...neutral, contrast: { ...contrast, noise: 0 } })
    for (const [from, to] of [
      [20, 180],
      [220, 380],
    ] as const) {
      expect(grain(noisy, held, from, to)).toBeLessThan(1.1 * grain(noisy, noisy.data, from, to))
      expect(grain(noisy, free, from, to)).toBeGreaterThan(1.5 * grain(noisy, held, from, to))
    }
  })

  test('does not take a fine line with it that stands out of it', () => {
    const random = randomOf(78)
    const line = planeOf(400, 300, (x) => {
      const counts = x >= 199 && x <= 200 ? 1500 : 2000
      return -Math.log(counts + Math.sqrt(counts) * normalOf(random))
    })
    const held = through(line, { ...neutral, contrast })
    let [onLine, beside] = [0, 0]
    for (let y = 50; y < 250; y += 1) {
      onLine += (held[y * 400 + 199] ?? 0) / 200
      beside += (held[y * 400 + 190] ?? 0) / 200
    }
    expect(onLine - beside).toBeGreaterThan(1.5 * Math.log(2000 / 1500))
  })
})

test('logarithms are right to a ten-thousandth from one count to saturation', () => {
  const values = Float32Array.from({ length: 16_384 }, (_, at) => at + 0.37)
  const expected = values.map((value) => -Math.log(value))
  takeNegativeLogarithms(values)
  expect(largestDifference(values, expected)).toBeLessThan(1.5e-4)
})

test('a reduced picture holds the means of its squares', () => {
  const plane = planeOf(7, 5, (x, y) => 10 * y + x)
  const { width, height, data } = reduce(plane, 2)
  expect([width, height]).toEqual([3, 2])
  expect([...data]).toEqual([5.5, 7.5, 9.5, 25.5, 27.5, 29.5])
})
