import { expect, test } from 'vitest'
import { hasRepeatedName } from './parse-json.ts'

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"x":[{"a":1},{"b":{"c":1,"c":2}}]}', true],
  ['{"a":{"a":{"a":"a"}},"b":["a","a"]}', false],
  ['[{"a":1},{"a":1}]', false],
  ['{"a":"\\",\\"a\\":","b":"}{"}', false],
  ['{"a" : 1 , "A" : 2}', false],
  ['"a"', false],
  ['{"a":"b', false],
])('the names of %s are repeated: %s', (text, expected) => {
  expect(hasRepeatedName(text)).toBe(expected)
})

test('quotes of a string without an end are read once, not once for each quote', () => {
  const start = performance.now()
  expect(hasRepeatedName(`{"${'\\"'.repeat(500_000)}`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2000)
})
