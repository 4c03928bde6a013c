import { expect, test } from 'vitest'
import { simulateScan } from './simulate-scan.ts'

const request = { columns: 128, rows: 128, slices: 30, seed: 7 }
const scan = simulateScan(request)

/** The mean of the values around a place, in millimetres from the middle of the chest. */
function measure(x: number, y: number, z: number, radius = 2): number {
  const column = Math.round(64 - 0.5 - x / scan.spacing)
  const row = Math.round(64 - 0.5 - y / scan.spacing)
  const slice = Math.round((z + 75) / scan.distance - 0.5)
  const found: number[] = []
  for (let down = -radius; down <= radius; down++)
    for (let across = -radius; across <= radius; across++)
      found.push(
        scan.values[(slice * scan.rows + row + down) * scan.columns + column + across] ?? NaN,
      )
  return found.reduce((sum, value) => sum + value, 0) / found.length
}

test('a simulated scan is the same for the same seed and differs in its noise for another', () => {
  const small = { columns: 24, rows: 24, slices: 4 }
  const { values } = simulateScan({ ...small, seed: 7 })
  expect(simulateScan({ ...small, seed: 7 }).values).toEqual(values)
  expect(simulateScan({ ...small, seed: 8 }).values).not.toEqual(values)
})

test('a simulated scan has the Hounsfield units of its tissues', () => {
  expect(measure(44, 24, -22)).toBeLessThan(-750)
  expect(measure(8, -36, 0)).toBeGreaterThan(25)
  expect(measure(8, -36, 0)).toBeLessThan(70)
  expect(measure(0, -10, -70)).toBeGreaterThan(45)
  expect(measure(0, -10, -70)).toBeLessThan(80)
  expect(measure(0, 58, 0, 1)).toBeGreaterThan(200)
  expect(measure(-3, 24, 40, 1)).toBeLessThan(-900)
  expect(measure(100, 0, 0)).toBeLessThan(-950)
})

test('a simulated scan has left and right, back and breast where the animal has them', () => {
  // The heart lies to the left, the nodule to the right; the spine is above the breast bone.
  expect(measure(34, -34, 0)).toBeGreaterThan(measure(-34, -34, 0) + 300)
  expect(measure(-34, 8, -14, 1)).toBeGreaterThan(measure(34, 8, -14, 1) + 300)
  expect(measure(0, 58, 10, 1)).toBeGreaterThan(measure(0, -58, 10, 1) + 100)
})

test('a simulated scan has padding outside of the circle of the scanner', () => {
  expect(scan.values[0]).toBe(scan.padding)
  expect(scan.values.at(-1)).toBe(scan.padding)
  expect(scan.values[64 * 128 + 64]).not.toBe(scan.padding)
})
