import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packSlice } from '../coder/slice-code.ts'
import { VolumeFault } from '../fault.ts'
import { createGeometry, toMillimetres } from '../geometry/geometry.ts'
import { createKernel } from '../kernel/kernel.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import { convertValues, emptyCell, getCellTransform } from '../values/cell-transform.ts'
import { getDistance } from '../vectors.ts'
import { createVolume, readSlice, storePacked, storeSlice } from './volume.ts'

const cells = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 80, maxLength: 80 })

test('slices are stored with their own offset and without padding, as the plain conversion does', () => {
  const stack = buildOne(
    createSeries(
      { count: 5, change: (index) => ({ intercept: -1024 + 3000 * index }) },
      { padding: [-2000, -1990] },
    ),
  )
  const transform = getCellTransform(stack)
  const volume = createVolume(createKernel(), createGeometry(stack), transform)
  fc.assert(
    fc.property(cells, fc.integer({ min: 0, max: 4 }), (values, index) => {
      const expected = Int16Array.from([...values.slice(0, 78), -1995, -2000])
      storeSlice(volume, index, expected)
      convertValues(transform, index, expected)
      expect(readSlice(volume, index)).toEqual(expected)
      expect(expected[79]).toBe(emptyCell)
    }),
  )
  expect(volume.hasEmpty).toBe(true)
})

test('a packed slice has the same cells as its unpacked values', () => {
  const stack = buildOne(createSeries({ count: 4 }, { padding: [-2000, -1990] }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  const { columns, rows } = stack
  fc.assert(
    fc.property(cells, (list) => {
      const values = Int16Array.from([...list.slice(0, 79), -2000])
      storeSlice(volume, 1, values)
      storePacked(volume, 2, packSlice(volume.kernel, values, columns, rows))
      expect(readSlice(volume, 2)).toEqual(readSlice(volume, 1))
    }),
  )
  expect(() => storePacked(volume, 1, new Uint8Array(1))).toThrow(VolumeFault)
  expect(() => storePacked(volume, 4, new Uint8Array(3))).toThrow(RangeError)
})

test('a slice that has not arrived cannot be read, and one of another size is refused', () => {
  const stack = buildOne(createSeries({ count: 4 }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  expect(readSlice(volume, 2)).toBeUndefined()
  expect(() => storeSlice(volume, 2, new Int16Array(79))).toThrow(RangeError)
  expect(() => storeSlice(volume, 4, new Int16Array(80))).toThrow(RangeError)
})

test('a volume that is too large keeps the means of squares, at their true places', () => {
  const stack = buildOne(createSeries({ count: 4 }, { padding: [-2000, -2000] }))
  const geometry = createGeometry(stack)
  const volume = createVolume(createKernel(), geometry, getCellTransform(stack), 2)
  const values = Int16Array.from({ length: 80 }, (_, at) => at * 10)
  values[0] = -2000
  for (const at of [8, 9, 18, 19]) values[at] = -2000
  storeSlice(volume, 1, values)
  const halved = readSlice(volume, 1)
  expect(halved).toHaveLength(20)
  // The mean of 10, 100 and 110 without the padding; four cells of padding; an ordinary mean.
  expect([halved?.[0], halved?.[4], halved?.[6]]).toEqual([73, emptyCell, 275])
  const [reduced, whole] = [
    toMillimetres(volume.geometry, [1, 2, 3]),
    toMillimetres(geometry, [2.5, 4.5, 3]),
  ]
  expect(getDistance(reduced, whole)).toBeLessThan(1e-9)
})
