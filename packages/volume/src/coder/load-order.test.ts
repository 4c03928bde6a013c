import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadOrder } from './load-order.ts'

test('every slice is loaded once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700 }), fc.nat(800), (count, first) => {
      const order = loadOrder(count, first)
      expect(order.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      )
    }),
  )
})

test('the first slice and ten on each side come before the others', () => {
  const order = loadOrder(500, 250)
  expect(order[0]).toBe(250)
  expect(new Set(order.slice(1, 3))).toEqual(new Set([249, 251]))
  expect(Math.max(...order.slice(0, 21).map((index) => Math.abs(index - 250)))).toBe(10)
})

test('both ends and every eighth slice come next, so that coarse planes span the volume', () => {
  const early = new Set(loadOrder(500, 250).slice(0, 21 + 62 + 2))
  for (let index = 0; index < 500; index += 8) expect(early).toContain(index)
  expect(early).toContain(499)
})
