import { describe, expect, test } from 'vitest'
import { crossover, fullAmplitude, createGainTable, neutralContrast } from './contrast.ts'
import { takeNegativeLogarithms } from './attenuation-plane.ts'
import { forEachLine, reconstructCoarse, decompose } from './multiscale.ts'
import type { DecomposeOptions } from './multiscale.ts'
import { estimateNoise, getVarianceAt } from './noise.ts'
import type { Plane } from './plane.ts'
import { downsample } from './plane.ts'
import { countLevels } from './pyramid.ts'
import { drawNormal, createRandom } from './testing/frames.ts'

const range = { lowest: -9.5, highest: -3 }
const neutral: DecomposeOptions = { contrast: neutralContrast, octave: 0, range, darkNoise: 4 }

function createTestPlane(
  width: number,
  height: number,
  value: (x: number, y: number) => number,
): Plane {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    value(at % width, Math.floor(at / width)),
  )
  return { width, height, data }
}

/** Decomposes a copy of an image and reconstructs it. */
function reconstruct(plane: Plane, options: DecomposeOptions): Float32Array {
  const parts = decompose({ ...plane, data: plane.data.slice() }, options)
  const result = new Float32Array(plane.data.length)
  forEachLine(parts, reconstructCoarse(parts), (line, y) => {
    result.set(line.subarray(0, plane.width), y * plane.width)
  })
  return result
}

const largestDifference = (one: Float32Array, other: Float32Array) => {
  let largest = 0
  for (let at = 0; at < one.length; at += 1)
    largest = Math.max(largest, Math.abs((one[at] ?? 0) - (other[at] ?? 0)))
  return largest
}

/**
 * The spread of the differences between neighbours, which measures noise independently of the
 * signal.
 */
function measureNoise(
  { width, height }: Plane,
  data: Float32Array,
  from: number,
  to: number,
): number {
  let [sum, count] = [0, 0]
  for (let y = 8; y < height - 8; y += 1)
    for (let x = from; x < to; x += 1) {
      const step = (data[y * width + x + 1] ?? 0) - (data[y * width + x] ?? 0)
      sum += step * step
      count += 1
    }
  return Math.sqrt(sum / count)
}

describe('the Laplacian pyramid', () => {
  for (const [width, height] of [
    [128, 96],
    [131, 77],
    [16, 300],
    [9, 9],
    [1, 1],
    [2, 40],
  ] as const)
    test(`the pyramid reconstructs an image of ${width} x ${height} exactly`, () => {
      const random = createRandom(width)
      const plane = createTestPlane(
        width,
        height,
        (x, y) => Math.sin(x / 7) * Math.cos(y / 11) - 6 + random(),
      )
      expect(largestDifference(reconstruct(plane, neutral), plane.data)).toBeLessThan(1e-5)
    })

  test('the pyramid ends at about 8 pixels', () => {
    expect(countLevels(2800, 2300)).toBe(8)
    expect(countLevels(15, 15)).toBe(0)
  })

  test('a uniform image stays uniform with any preset', () => {
    const plane = createTestPlane(100, 80, () => -7)
    const contrast = { power: 0.6, edge: 1.6, latitude: 0.5, noise: 1 }
    const result = reconstruct(plane, { ...neutral, contrast })
    expect(largestDifference(result, plane.data)).toBeLessThan(1e-4)
  })
})

describe('detail contrast', () => {
  const strong = { ...neutralContrast, power: 0.6 }
  const scale = { octave: 2, pixels: 1000 }
  const getGain = (size: number) => {
    const { gains, perUnit } = createGainTable(strong, scale)
    return gains[Math.min(gains.length - 1, Math.floor(size * perUnit))] ?? 0
  }

  test('weak detail is amplified, detail of full amplitude is unchanged, stronger detail is reduced', () => {
    expect(getGain(0.03)).toBeCloseTo((0.03 / fullAmplitude) ** -0.4, 1)
    expect(getGain(fullAmplitude)).toBeCloseTo(1, 2)
    expect(getGain(1.15)).toBeLessThan(0.8)
  })

  test('the gain is constant below the crossover', () => {
    expect(getGain(0)).toBe(getGain(crossover / 2))
    expect(getGain(0)).toBeCloseTo((crossover / fullAmplitude) ** -0.4, 4)
  })

  test('the amplification of detail is monotonic', () => {
    let before = -1
    for (let size = 0; size < 1.19; size += 0.001) {
      const after = size * getGain(size)
      expect(after).toBeGreaterThanOrEqual(before * 0.99)
      before = after
    }
  })

  test('edges are sharpened in levels 1 and 2 only', () => {
    const at = (octave: number) =>
      createGainTable({ ...neutralContrast, edge: 1.5 }, { octave, pixels: 1000 }).gains[100]
    expect([at(0), at(1), at(2), at(4)]).toEqual([1, 1.5, 1.5, 1])
  })

  test('latitude reduces the difference of thick and thin parts without changing detail', () => {
    const plane = createTestPlane(512, 256, (x) => (x < 256 ? -8 : -6) + 0.05 * Math.sin(x * 1.5))
    const flat = reconstruct(plane, { ...neutral, contrast: { ...neutralContrast, latitude: 0.5 } })
    const row = 128 * 512
    expect((flat[row + 480] ?? 0) - (flat[row + 32] ?? 0)).toBeLessThan(1.5)
    expect(measureNoise(plane, flat, 20, 100)).toBeCloseTo(
      measureNoise(plane, plane.data, 20, 100),
      2,
    )
  })
})

describe('noise suppression', () => {
  const random = createRandom(77)
  // The negative logarithm of 2000 counts on the left and of 60 on the right, with quantum noise.
  const countsAt = (x: number) => (x < 200 ? 2000 : 60)
  const noisy = createTestPlane(400, 300, (x) => {
    const counts = countsAt(x)
    return -Math.log(counts + Math.sqrt(counts) * drawNormal(random))
  })
  const contrast = { power: 0.65, edge: 1.3, latitude: 0.8, noise: 0.85 }

  test('noise is estimated from the image with a variance inverse to the signal', () => {
    const model = estimateNoise(noisy, range, 0, Infinity)
    // The finest level has 0.79 of the variance of white noise.
    expect(getVarianceAt(model, -Math.log(2000)) / (0.79 / 2000)).toBeGreaterThan(0.7)
    expect(getVarianceAt(model, -Math.log(2000)) / (0.79 / 2000)).toBeLessThan(1.4)
    expect(getVarianceAt(model, -Math.log(60))).toBeGreaterThan(
      getVarianceAt(model, -Math.log(2000)),
    )
  })

  test('noise is not amplified with the detail, neither in bright nor in dark parts', () => {
    const held = reconstruct(noisy, { ...neutral, contrast })
    const free = reconstruct(noisy, { ...neutral, contrast: { ...contrast, noise: 0 } })
    for (const [from, to] of [
      [20, 180],
      [220, 380],
    ] as const) {
      const suppressed = measureNoise(noisy, held, from, to)
      expect(suppressed).toBeLessThan(1.1 * measureNoise(noisy, noisy.data, from, to))
      expect(measureNoise(noisy, free, from, to)).toBeGreaterThan(1.5 * suppressed)
    }
  })

  test('noise suppression keeps a fine line that is stronger than the noise', () => {
    const random = createRandom(78)
    const line = createTestPlane(400, 300, (x) => {
      const counts = x >= 199 && x <= 200 ? 1500 : 2000
      return -Math.log(counts + Math.sqrt(counts) * drawNormal(random))
    })
    const held = reconstruct(line, { ...neutral, contrast })
    let [onLine, beside] = [0, 0]
    for (let y = 50; y < 250; y += 1) {
      onLine += (held[y * 400 + 199] ?? 0) / 200
      beside += (held[y * 400 + 190] ?? 0) / 200
    }
    expect(onLine - beside).toBeGreaterThan(1.5 * Math.log(2000 / 1500))
  })
})

test('the fast logarithm is accurate to 0.0001 from one count to saturation', () => {
  const values = Float32Array.from({ length: 16_384 }, (_, at) => at + 0.37)
  const expected = values.map((value) => -Math.log(value))
  takeNegativeLogarithms(values)
  expect(largestDifference(values, expected)).toBeLessThan(1.5e-4)
})

test('the pixels of a downsampled image are the means of square blocks', () => {
  const plane = createTestPlane(7, 5, (x, y) => 10 * y + x)
  const { width, height, data } = downsample(plane, 2)
  expect([width, height]).toEqual([3, 2])
  expect([...data]).toEqual([5.5, 7.5, 9.5, 25.5, 27.5, 29.5])
})
