import { expect, test } from 'vitest'
import { findContradictions, readStatedPatient, toClaimKey } from './compare-identity.ts'

const record = {
  number: 'A-1',
  issuer: '',
  name: 'Rex',
  owner: 'Anne Tremblay',
  birthDate: '2020-05-01',
  speciesId: 1,
} as const

test.each([
  ['the same identity', {}, []],
  ['another ID', { number: 'A-2' }, ['patientId']],
  ['no ID', { number: '' }, []],
  ['another name', { name: 'Bella' }, ['name']],
  ['a longer name', { name: 'REX von Berg' }, []],
  ['no name', { name: '' }, []],
  ['another birth date', { birthDate: '2021-05-01' }, ['birthDate']],
  ['no birth date', { birthDate: null }, []],
  ['another species', { speciesId: 2 }, ['speciesId']],
  ['another owner with the same birth date', { owner: 'Luc Roy' }, []],
  ['another owner without a birth date', { owner: 'Luc Roy', birthDate: null }, ['owner']],
  ['another name and owner', { name: 'Bella', owner: 'Luc Roy' }, ['name', 'owner']],
  ['the family name of the owner only', { owner: 'Tremblay', birthDate: null }, []],
  ['names in the other order', { name: 'Tremblay', owner: 'Rex', birthDate: null }, []],
  ['an issuer that the record lacks', { issuer: 'LAB' }, []],
  ['an issuer that the record lacks, and no name', { issuer: 'LAB', name: '' }, ['issuer']],
  [
    'an issuer that the record lacks, and neither birth date nor owner',
    { issuer: 'LAB', birthDate: null, owner: '' },
    ['issuer'],
  ],
])('a file with %s contradicts the record in %j', (_title, change, fields) => {
  expect(findContradictions({ ...record, ...change }, record)).toEqual(fields)
})

test('the numbers of two issuers are never the same', () => {
  const ofLab = { ...record, issuer: 'LAB A' }
  expect(findContradictions({ ...record, issuer: 'LAB B' }, ofLab)).toEqual(['issuer'])
  expect(findContradictions({ ...record, issuer: 'lab a' }, ofLab)).toEqual([])
})

test('an animal without a name of its own contradicts no name', () => {
  const unnamed = { ...record, name: 'Unnamed A-1' }
  expect(findContradictions({ ...record, name: 'Bella' }, unnamed)).toEqual([])
})

test('claims that are written alike are the same claim', () => {
  expect(toClaimKey({ ...record, name: 'RÉX' })).toBe(toClaimKey({ ...record, name: 'Rex' }))
  expect(toClaimKey({ ...record, number: 'a-1' })).not.toBe(toClaimKey(record))
})

test('the stated patient of a file does not depend on its other attributes', () => {
  const patient = { '00100020': { vr: 'LO', Value: ['A-1'] } }
  const one = JSON.stringify({ ...patient, '00200013': { vr: 'IS', Value: [1] } })
  const other = JSON.stringify({ ...patient, '00200013': { vr: 'IS', Value: [2] } })
  expect(readStatedPatient(one)).toBe(readStatedPatient(other))
})
