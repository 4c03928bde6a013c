import { expect, test } from 'vitest'
import { simulateMr } from './simulate-mr.ts'
import type { MrRequest } from './simulate-mr.ts'

const request: MrRequest = { weighting: 'T2', plane: 'transverse', edge: 96, slices: 20, seed: 3 }

/** The mean of nine pixels around the pixel nearest to a place, in millimetres from the middle of the brain. */
function measure(changes: Partial<MrRequest>, place: readonly [number, number, number]): number {
  const scan = simulateMr({ ...request, ...changes })
  const way = place.map((part, axis) => part - (scan.first[axis] ?? 0))
  const along = (direction: readonly number[]) =>
    way.reduce((sum, part, axis) => sum + part * (direction[axis] ?? 0), 0)
  const column = Math.round(along(scan.row) / scan.spacing)
  const row = Math.round(along(scan.column) / scan.spacing)
  const slice = Math.round(along(scan.through) / scan.distance)
  const around = [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map(
      (across) =>
        scan.values[(slice * scan.rows + row + down) * scan.columns + column + across] ?? NaN,
    ),
  )
  return around.reduce((sum, value) => sum + value, 0) / around.length
}

test('fluid is bright with T2 and dark with T1 weighting, fat the other way round', () => {
  const eye = [31, 6, 44] as const
  expect(measure({}, eye)).toBeGreaterThan(700)
  expect(measure({ weighting: 'T1' }, eye)).toBeLessThan(300)
  const white = [12, 2, 6] as const
  expect(measure({ weighting: 'T1' }, white)).toBeGreaterThan(measure({}, white) + 80)
})

test('the tumour lies at the left of the brain and takes up contrast, in both planes', () => {
  for (const plane of ['transverse', 'sagittal'] as const) {
    const [left, right] = [
      [17, 15, 9],
      [-17, 15, 9],
    ] as const
    const plain = measure({ plane, weighting: 'T1' }, left)
    expect(measure({ plane, weighting: 'contrast' }, left)).toBeGreaterThan(plain + 300)
    expect(measure({ plane, weighting: 'contrast' }, right)).toBeLessThan(plain + 250)
  }
})

test('the air around the head has noise and no negative signal', () => {
  const { values } = simulateMr(request)
  expect(values.every((value) => value >= 0)).toBe(true)
  expect(values[0]).toBeLessThan(80)
  expect(simulateMr(request).values).toEqual(values)
})
