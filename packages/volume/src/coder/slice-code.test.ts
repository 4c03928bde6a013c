import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VolumeFault } from '../fault.ts'
import { createKernel } from '../kernel/kernel.ts'
import { packPlainly, unpackPlainly } from '../testing/plain-coder.ts'
import { packSlice, unpackSlice } from './slice-code.ts'

const kernel = createKernel()

interface Picture {
  readonly columns: number
  readonly rows: number
  readonly values: Int16Array
}

/** Noise of every strength, flat areas and jumps between the ends of the range. */
const picture: fc.Arbitrary<Picture> = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.nat({ max: 16 }))
  .chain(([columns, rows, bits]) => {
    const noise = 2 ** bits - 1
    const value = fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: -(noise >> 1), max: noise - (noise >> 1) }) },
      { weight: 1, arbitrary: fc.constantFrom(-32_768, 32_767, 0, -2000) },
    )
    return fc
      .array(value, { minLength: columns * rows, maxLength: columns * rows })
      .map((values) => ({ columns, rows, values: Int16Array.from(values) }))
  })

function unpack(bytes: Uint8Array, columns: number, rows: number): Int16Array {
  const values = new Int16Array(columns * rows)
  unpackSlice(kernel, bytes, columns, rows, values)
  return values
}

test('a packed slice is unpacked to the same values, whatever its size and noise', () => {
  fc.assert(
    fc.property(picture, ({ columns, rows, values }) => {
      const bytes = packSlice(kernel, values, columns, rows)
      expect(unpack(bytes, columns, rows)).toEqual(values)
    }),
    { numRuns: 400 },
  )
})

test('the kernel writes the same bytes as the plain coder and reads the same values', () => {
  fc.assert(
    fc.property(picture, ({ columns, rows, values }) => {
      const bytes = packSlice(kernel, values, columns, rows)
      expect(bytes).toEqual(packPlainly(values, columns))
      expect(unpackPlainly(bytes, columns, rows)).toEqual(values)
    }),
    { numRuns: 200 },
  )
})

test('the largest differences need no more than the reserved memory', () => {
  const values = Int16Array.from({ length: 64 * 64 }, (_, at) => (at % 3 === 0 ? -32_768 : 32_767))
  const bytes = packSlice(kernel, values, 64, 64)
  expect(bytes.length).toBeLessThanOrEqual((64 * 64 * 33) / 16 + 8)
  expect(unpack(bytes, 64, 64)).toEqual(values)
})

test('random bytes end in a fault or in the values that the plain coder reads', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), sizes, (bytes, [columns, rows]) => {
      const expected = unpackPlainly(bytes, columns, rows)
      if (expected) expect(unpack(bytes, columns, rows)).toEqual(expected)
      else expect(() => unpack(bytes, columns, rows)).toThrow(VolumeFault)
    }),
    { numRuns: 600 },
  )
})

test('a slice that is cut short, too long or of another size is refused', () => {
  const values = Int16Array.from({ length: 32 * 32 }, (_, at) => (at * 7919) % 4096)
  const bytes = packSlice(kernel, values, 32, 32)
  for (const length of [0, 1, 15, bytes.length >> 1, bytes.length - 1])
    expect(() => unpack(bytes.subarray(0, length), 32, 32)).toThrow(VolumeFault)
  expect(() => unpack(Uint8Array.from([...bytes, 0, 0]), 32, 32)).toThrow(VolumeFault)
  expect(() => unpack(bytes, 32, 31)).toThrow(VolumeFault)
  expect(() => unpack(bytes, 32, 33)).toThrow(VolumeFault)
  expect(() => unpack(new Uint8Array(100_000), 32, 32)).toThrow(VolumeFault)
})

test('hostile bytes write nothing outside the memory of the slice', () => {
  const own = createKernel()
  const before = own.reserve(4096)
  const [columns, rows] = [17, 9]
  const values = new Int16Array(columns * rows)
  own.getScratch(4096)
  const after = own.reserve(4096)
  own.viewBytes(before, 4096).fill(0xa5)
  own.viewBytes(after, 4096).fill(0xa5)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        unpackSlice(own, bytes, columns, rows, values)
      } catch (error) {
        expect(error).toBeInstanceOf(VolumeFault)
      }
      for (const address of [before, after])
        expect(own.viewBytes(address, 4096).every((byte) => byte === 0xa5)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('sizes that no slice has are refused before memory is reserved', () => {
  const bytes = new Uint8Array(4)
  for (const [columns, rows] of [
    [0, 4],
    [-1, 4],
    [1.5, 4],
    [2 ** 20, 2 ** 20],
  ] as const)
    expect(() => unpackSlice(kernel, bytes, columns, rows, new Int16Array(4))).toThrow(VolumeFault)
})
