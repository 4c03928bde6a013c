import { expect, test } from 'vitest'
import { attributeOf, tagOfKeyword } from './dictionary.ts'

test('an attribute is found by its number and by its keyword', () => {
  expect(attributeOf(0x00_10_00_10)).toEqual({ vr: 'PN', keyword: 'PatientName' })
  expect(tagOfKeyword('PatientSpeciesDescription')).toBe(0x00_10_22_01)
})

test('every overlay is like the first one', () => {
  expect(attributeOf(0x60_02_00_10)).toEqual({ vr: 'US', keyword: 'OverlayRows' })
})

test('what the standard does not know is not guessed', () => {
  expect(attributeOf(0x00_09_10_01)).toBeUndefined()
  expect(attributeOf(0xff_fe_e0_00)).toBeUndefined()
  expect(tagOfKeyword('toString')).toBeUndefined()
})
