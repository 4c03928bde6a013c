import { expect, test } from 'vitest'
import { holdConversions } from './held-conversions.ts'

const megabytes = (count: number) => [new Uint8Array(count * 1024 * 1024)]

test('a conversion is taken once', () => {
  const end = new AbortController()
  const held = holdConversions(end.signal)
  const parts = megabytes(1)
  held.keep('a', parts)
  expect([held.take('a'), held.take('a'), held.take('b')]).toEqual([parts, undefined, undefined])
  end.abort()
})

test('all responses together hold a limited number of bytes, and a response that ends gives back its own', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const first = holdConversions(one.signal)
  const second = holdConversions(other.signal)
  first.keep('a', megabytes(60))
  second.keep('b', megabytes(60))
  expect(second.take('b')).toBeUndefined()
  one.abort()
  expect(first.take('a')).toBeUndefined()
  second.keep('b', megabytes(60))
  expect(second.take('b')).toHaveLength(1)
  second.keep('c', megabytes(90))
  expect(second.take('c')).toHaveLength(1)
  // A conversion that ends after its response is dropped.
  first.keep('d', megabytes(1))
  expect(first.take('d')).toBeUndefined()
  other.abort()
})
