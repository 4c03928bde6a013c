import { describe, expect, test } from 'vitest'
import { animalNames, mayBeSame, spokenName } from './names.ts'

describe('the names of an animal', () => {
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
  ])('%s, responsible %s', (patientName, responsible, names) => {
    expect(animalNames(patientName, responsible)).toEqual(names)
  })

  test('a name without end is cut, between two letters', () => {
    const { patient } = animalNames(`A^${'🐕'.repeat(500)}`, '')
    expect(patient).toBe('🐕'.repeat(64))
  })
})

test('a person is called by the given name first', () => {
  expect(spokenName('Roy^Luc^Jean^Dr')).toBe('Dr Luc Jean Roy')
  expect(spokenName('Roy')).toBe('Roy')
})

test.each([
  ['Rex', 'REX', true],
  ['Rex', 'Rex von Berg', true],
  ['Étoile', 'etoile', true],
  ['Rex', '', true],
  ['Rex', 'Bella', false],
  ['Rex Junior', 'Rex Senior', false],
])('%s and %s may be the same: %s', (one, other, expected) => {
  expect(mayBeSame(one, other)).toBe(expected)
})
