import { expect, test } from 'vitest'
import { findOtherIdentity } from './case-identity.ts'

const registered = {
  patientId: 'TAL-00012',
  name: 'Étoile',
  speciesId: 1,
  sex: 'Male',
  birthDate: '2020-05-01',
} as const
const typed = { patientName: 'Étoile', speciesId: 1, sex: true, birthDate: '2020-05-01' } as const

test('every field that names another animal is listed', () => {
  const other = { patientName: 'Rex', speciesId: 2, sex: false, birthDate: '2020-01-05' } as const
  expect(findOtherIdentity(other, registered)).toEqual([
    'patientName',
    'speciesId',
    'sex',
    'birthDate',
  ])
})

test('capitals, accents and values that one side lacks are no difference', () => {
  expect(findOtherIdentity({ ...typed, patientName: ' etoile ' }, registered)).toEqual([])
  expect(findOtherIdentity({ ...typed, sex: null, birthDate: null }, registered)).toEqual([])
  expect(findOtherIdentity(typed, { ...registered, sex: null, speciesId: null })).toEqual([])
})
