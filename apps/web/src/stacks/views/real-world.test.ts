import { expect, test } from 'vitest'
import { convertToRealWorld } from './real-world.ts'

test('a physical quantity is computed from the stored value, not from the rescaled one', () => {
  const slice = {
    slope: 2,
    intercept: -100,
    realWorld: { slope: 1e-6, intercept: 0.001, unit: 'mm2/s' },
  }
  // The stored value is 400.
  const { value, unit } = convertToRealWorld(slice, 700) ?? expect.fail('no quantity')
  expect(value).toBeCloseTo(0.0014, 12)
  expect(unit).toBe('mm2/s')
  expect(convertToRealWorld({ ...slice, realWorld: null }, 700)).toBeUndefined()
})
