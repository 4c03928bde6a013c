import { expect, test } from 'vitest'
import { toNumber } from './record-values.ts'

test('a patient number is kept as received, also if it is longer than DICOM allows', () => {
  const number = 'A'.repeat(200)
  expect(toNumber(` ${number} `)).toBe(number)
})

test('numbers that are too long for a record stay different, and show that they are not whole', () => {
  const start = '1234567890'.repeat(40)
  const [one, other] = [toNumber(`${start}-1`), toNumber(`${start}-2`)]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^1234567890.*… #[0-9a-f]{16}$/u)
  expect(Array.from(one)).toHaveLength(255)
})
