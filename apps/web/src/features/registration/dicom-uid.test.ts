import { Uid } from '@talus/contract'
import { expect, test } from 'vitest'
import { newUid, uidOf } from './dicom-uid.ts'

test('a UUID becomes one number: version 4, variant 1', () => {
  const zeros = BigInt('0x00000000000040008000000000000000')
  expect(uidOf(new Uint8Array(16))).toBe(`2.25.${zeros}`)
})

test('the largest is a UID that the contract accepts', () => {
  expect(Uid.parse(uidOf(new Uint8Array(16).fill(255)))).toMatch(/^2\.25\.\d{39}$/u)
})

test('no two are the same', () => {
  expect(newUid()).not.toBe(newUid())
})
