import { equineViews, sidedViews, species } from '@talus/contract'
import { expect, test } from 'vitest'
import { bodyParts, getBodyParts } from './body-parts.ts'
import { breeds } from './breeds.ts'
import { getDentalRegionCode } from './dental-codes.ts'
import { speciesEntries } from './species.ts'
import { dentalRegions } from './teeth.ts'
import { toDicomView } from './views.ts'

const viewCodes = getBodyParts('Equine').flatMap((part) =>
  [...equineViews, ...sidedViews].map((view) => toDicomView(view, part)?.code?.value),
)
const codes = [
  ...species.map((kind) => speciesEntries[kind].code.value),
  ...breeds.map(({ code }) => code),
  ...Object.values(bodyParts).map(({ code }) => code.value),
  ...viewCodes,
  ...dentalRegions.Canine.map((region) => getDentalRegionCode(region).value),
].flatMap((code) => code ?? [])

test('every SNOMED CT code has a valid check digit', () => {
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => !hasCheckDigit(code))).toEqual([])
})

test('the SNOMED CT check digit detects a wrong digit and two swapped digits', () => {
  expect(hasCheckDigit('62137007')).toBe(true)
  expect(hasCheckDigit('62137107')).toBe(false)
  expect(hasCheckDigit('61237007')).toBe(false)
})

/**
 * Verhoeff's algorithm: multiplies permuted digits in the dihedral group D5; the result must be 0.
 */
function hasCheckDigit(code: string) {
  const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  const digits = code.split('').map(Number).toReversed()
  const permuted = digits.map((digit, place) => {
    let result = digit
    for (let times = place % 8; times > 0; times -= 1) result = permutation[result] ?? 0
    return result
  })
  return permuted.reduce(multiplyInD5, 0) === 0
}

function multiplyInD5(a: number, b: number) {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5
}
