import { expect, test } from 'vitest'
import { findAttribute, findTag } from './dictionary.ts'

test('an attribute is found by its tag and by its keyword', () => {
  expect(findAttribute(0x00_10_00_10)).toEqual({ vr: 'PN', keyword: 'PatientName' })
  expect(findTag('PatientSpeciesDescription')).toBe(0x00_10_22_01)
})

test('the attributes of every overlay group are those of group 6000', () => {
  expect(findAttribute(0x60_02_00_10)).toEqual({ vr: 'US', keyword: 'OverlayRows' })
})

test('an attribute that the standard does not define is not found', () => {
  expect(findAttribute(0x00_09_10_01)).toBeUndefined()
  expect(findAttribute(0xff_fe_e0_00)).toBeUndefined()
  expect(findTag('toString')).toBeUndefined()
})
