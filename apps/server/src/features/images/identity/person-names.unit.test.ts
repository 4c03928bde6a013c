import { describe, expect, test } from 'vitest'
import {
  parseNameGroups,
  parsePatientAndOwner,
  mayBeSameName,
  formatPersonName,
} from './person-names.ts'

describe('the names of patient and owner', () => {
  test.each([
    ['Tremblay^Rex', '', { patient: 'Rex', owner: 'Tremblay' }],
    ['Tremblay^Rex', 'Tremblay^Anne', { patient: 'Rex', owner: 'Anne Tremblay' }],
    ['Rex^Tremblay', 'Tremblay^Anne', { patient: 'Rex', owner: 'Anne Tremblay' }],
    ['REX', 'Tremblay^Anne', { patient: 'REX', owner: 'Anne Tremblay' }],
    ['REX', '', { patient: 'REX', owner: '' }],
    ['', '', { patient: '', owner: '' }],
    ['^^^^', 'Tremblay', { patient: '', owner: 'Tremblay' }],
    ['Refuge  du Nord^Bella^^^', '', { patient: 'Bella', owner: 'Refuge du Nord' }],
    ['Yamada^Pochi=山田^ポチ', '', { patient: 'Pochi', owner: 'Yamada' }],
    ['=山田^ポチ', '', { patient: 'ポチ', owner: '山田' }],
  ])('in PatientName %s and ResponsiblePerson %s', (patientName, responsible, names) => {
    expect(parsePatientAndOwner(patientName, responsible)).toEqual(names)
  })

  test('are truncated between two characters', () => {
    const { patient } = parsePatientAndOwner(`A^${'🐕'.repeat(500)}`, '')
    expect(patient).toBe('🐕'.repeat(64))
  })
})

test.each([
  ['Tremblay^Rex', 'Tremblay^Anne', { patient: '', owner: '' }],
  ['Yamada^Pochi=山田^ポチ', '', { patient: 'ポチ', owner: '山田' }],
  ['Yamada^Pochi=山田^ポチ=やまだ^ぽち', '', { patient: 'ポチ=ぽち', owner: '山田=やまだ' }],
  ['Pochi==ぽち', 'Yamada^Hana=山田^花', { patient: '=ぽち', owner: '山田 花' }],
  ['Pochi^Yamada=ポチ^山田', 'Yamada^Hana', { patient: 'ポチ', owner: '山田' }],
])('the other writings of %s with owner %s are kept', (patientName, responsible, names) => {
  expect(parseNameGroups(patientName, responsible, false)).toEqual(names)
})

test('the other writings of a person have the family name first', () => {
  const name = 'Yamada^Tarou=山田^太郎=やまだ^たろう'
  expect(parseNameGroups(name, '', true)).toEqual({ patient: '山田 太郎=やまだ たろう', owner: '' })
})

test('a person name is formatted with the given name first', () => {
  expect(formatPersonName('Roy^Luc^Jean^Dr')).toBe('Dr Luc Jean Roy')
  expect(formatPersonName('Roy')).toBe('Roy')
})

test.each([
  ['Rex', 'REX', true],
  ['Rex', 'Rex von Berg', true],
  ['Étoile', 'etoile', true],
  ['Rex', '', true],
  ['Rex', 'Bella', false],
  ['Rex Junior', 'Rex Senior', false],
])('the names %s and %s may be the same patient: %s', (one, other, expected) => {
  expect(mayBeSameName(one, other)).toBe(expected)
})
