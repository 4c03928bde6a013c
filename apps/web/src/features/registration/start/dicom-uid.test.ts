import { Uid } from '@talus/contract'
import { expect, test } from 'vitest'
import { toUuid } from '../../../random-id.ts'
import { createUid, toUid } from './dicom-uid.ts'

test('converts a random UUID of version 4, variant 1 to a UID', () => {
  const zeros = BigInt('0x00000000000040008000000000000000')
  expect(toUid(toUuid(new Uint8Array(16)))).toBe(`2.25.${zeros}`)
})

test('the largest UID is accepted by the contract', () => {
  expect(Uid.parse(toUid(toUuid(new Uint8Array(16).fill(255))))).toMatch(/^2\.25\.\d{39}$/u)
})

test('creates a different UID each time', () => {
  expect(createUid()).not.toBe(createUid())
})
