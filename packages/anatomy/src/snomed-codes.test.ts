import { equineViews, species } from '@talus/contract'
import { expect, test } from 'vitest'
import { bodyParts, bodyPartsOf } from './body-parts.ts'
import { breeds } from './breeds.ts'
import { dentalRegionCode } from './dental-codes.ts'
import { speciesEntries } from './species.ts'
import { dentalRegions } from './teeth.ts'
import { dicomViewOf } from './views.ts'

const viewCodes = bodyPartsOf('Equine').flatMap((part) =>
  equineViews.flatMap((view) =>
    (['left', 'right'] as const).map((beam) => dicomViewOf(view, part, beam)?.code?.value),
  ),
)
const codes = [
  ...species.map((kind) => speciesEntries[kind].code.value),
  ...breeds.map(({ code }) => code),
  ...Object.values(bodyParts).map(({ code }) => code.value),
  ...viewCodes,
  ...dentalRegions.Canine.map((region) => dentalRegionCode(region).value),
].flatMap((code) => code ?? [])

test('every SNOMED CT code ends in its check digit, so that none was mistyped', () => {
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => !hasCheckDigit(code))).toEqual([])
})

test('the check finds a wrong digit and two digits the wrong way round', () => {
  expect(hasCheckDigit('62137007')).toBe(true)
  expect(hasCheckDigit('62137107')).toBe(false)
  expect(hasCheckDigit('61237007')).toBe(false)
})

/** Verhoeff's scheme: a walk through the symmetries of a pentagon that has to end at the start. */
function hasCheckDigit(code: string) {
  const turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  const digits = code.split('').map(Number).toReversed()
  const turned = digits.map((digit, place) => {
    let result = digit
    for (let times = place % 8; times > 0; times -= 1) result = turn[result] ?? 0
    return result
  })
  return turned.reduce(composed, 0) === 0
}

function composed(a: number, b: number) {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5
}
