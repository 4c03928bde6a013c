import { expect, test } from 'vitest'
import { getBeams, computeRelativeDose } from './physics/attenuation.ts'
import {
  countsPerQuantum,
  createDetector,
  simulateDarkFrame,
  electronicNoise,
  simulateFlatField,
  maxCount,
} from './physics/detector.ts'
import { simulateFrame } from './simulate.ts'

const small = { width: 280, height: 230 } as const
const chest = {
  species: 'Canine',
  bodyPart: 'Chest',
  view: 'LAT',
  size: 'M',
  seed: 4,
  ...small,
} as const

/** The mean signal without offset and gain, in a box given by shares of the image size. */
function computeMean(
  frame: ReturnType<typeof simulateFrame>,
  box: readonly [number, number, number, number],
): number {
  const { width, height, data, detector } = frame
  const dead = new Set(detector.defects.pixels)
  let [sum, count] = [0, 0]
  for (let y = Math.floor(box[1] * height); y < box[3] * height; y++) {
    if (detector.defects.rows.includes(y)) continue
    for (let x = Math.floor(box[0] * width); x < box[2] * width; x++) {
      const i = y * width + x
      if (dead.has(i) || detector.defects.columns.includes(x)) continue
      sum += ((data[i] ?? 0) - (detector.offset[i] ?? 0)) / (detector.gain[i] ?? 1)
      count++
    }
  }
  return sum / count
}

const heart = [0.5, 0.5, 0.56, 0.6] as const
const back = [0.4, 0.2, 0.46, 0.26] as const

test('signal behind the animal is proportional to mAs', () => {
  const once = computeMean(simulateFrame({ ...chest, kv: 60, ma: 100, ms: 20 }), heart)
  const twice = computeMean(simulateFrame({ ...chest, kv: 60, ma: 100, ms: 40 }), heart)
  const other = computeMean(simulateFrame({ ...chest, kv: 60, ma: 200, ms: 20 }), heart)
  expect(once).toBeGreaterThan(50)
  expect(twice / once).toBeCloseTo(2, 1)
  expect(other / twice).toBeCloseTo(1, 1)
})

test('the dose falls with the square of the distance', () => {
  expect(computeRelativeDose(70, 5, 1000) / computeRelativeDose(70, 5, 2000)).toBeCloseTo(4)
})

test('15 % more kV increases the signal behind the animal more than in air', () => {
  const low = computeMean(simulateFrame({ ...chest, kv: 60, ma: 100, ms: 20 }), heart)
  const high = computeMean(simulateFrame({ ...chest, kv: 69, ma: 100, ms: 20 }), heart)
  expect(high / low).toBeGreaterThan((69 / 60) ** 2.2)
  expect(high / low).toBeLessThan(2.6)
})

test('contrast falls as the voltage rises', () => {
  const [soft, hard] = [getBeams(50), getBeams(90)]
  for (const i of [0, 1] as const) {
    expect(hard[i].bone - hard[i].soft).toBeLessThan(soft[i].bone - soft[i].soft)
    expect(hard[i].soft - hard[i].fat).toBeLessThan(soft[i].soft - soft[i].fat)
  }
  const contrast = (kv: number) => {
    const frame = simulateFrame({ ...chest, kv, ma: 100, ms: 10 })
    return Math.abs(Math.log(computeMean(frame, heart) / computeMean(frame, back)))
  }
  expect(contrast(100)).toBeLessThan(contrast(55))
})

test('variance of the noise follows the signal', () => {
  const detector = createDetector(3, 200, 200)
  const variance = (counts: number) => {
    const [first, second] = [
      simulateFlatField(detector, 1, counts),
      simulateFlatField(detector, 2, counts),
    ]
    let sum = 0
    for (const [i, value] of first.entries())
      sum += ((value - (second[i] ?? 0)) / (detector.gain[i] ?? 1)) ** 2
    return sum / first.length / 2
  }
  for (const counts of [500, 2000, 8000]) {
    const expected = counts * countsPerQuantum + electronicNoise ** 2
    expect(variance(counts) / expected).toBeGreaterThan(0.9)
    expect(variance(counts) / expected).toBeLessThan(1.1)
  }
})

test('direct exposure is saturated, and the collimated area is nearly dark', () => {
  const frame = simulateFrame({ ...chest, kv: 70, ma: 200, ms: 20 })
  const [corner] = frame.collimation
  if (!corner) throw new Error('no corner')
  const at = (x: number, y: number) => frame.data[Math.round(y) * frame.width + Math.round(x)] ?? 0
  const right = frame.collimation[1] ?? corner
  expect(at(right.x - 8, right.y + 6)).toBe(maxCount)
  expect(at(2, 2)).toBeLessThan(maxCount / 20)
  expect(Math.max(...frame.data)).toBe(maxCount)
})

test('dark frames and flat fields contain the offset, gain and defects of the panel', () => {
  const detector = createDetector(5, 300, 200)
  const dark = simulateDarkFrame(detector, 1)
  const flat = simulateFlatField(detector, 1)
  const [column] = detector.defects.columns
  const [row] = detector.defects.rows
  expect(flat[50 * 300 + (column ?? 0)]).toBeLessThan(100)
  expect(flat[(row ?? 0) * 300 + 7]).toBeLessThan(100)
  const mean = (data: Uint16Array) => data.reduce((sum, value) => sum + value, 0) / data.length
  expect(mean(dark)).toBeGreaterThan(150)
  expect(mean(dark)).toBeLessThan(260)
  expect(mean(flat)).toBeGreaterThan(11000)
})
