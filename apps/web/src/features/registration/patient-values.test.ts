import { BreedId, ClinicId, OwnerId, PatientDraft, PatientId, UserId } from '@talus/contract'
import type { Patient } from '@talus/contract'
import { expect, test } from 'vitest'
import { draftOf, valuesOf } from './patient-values.ts'

const place = { clinicId: ClinicId.parse(3), ownerId: OwnerId.parse(7) }
const bella: Patient = {
  id: PatientId.parse(21),
  patientId: 'TAL-00012',
  name: 'Bella',
  speciesId: 2,
  sex: 'Female',
  accessionCode: 'A-19',
  birthDate: '2021-06-30',
  neutered: true,
  breedId: BreedId.parse(401),
  description: 'Shy',
  ownerId: OwnerId.parse(7),
  clinicId: ClinicId.parse(3),
  userId: UserId.parse(5),
  createdOn: '2026-01-02T08:00:00.000Z',
  status: 'Active',
}

test('a patient goes through the form and comes back the same', () => {
  const sent = PatientDraft.parse(draftOf(valuesOf(bella, ''), place))
  const { id: _id, userId: _userId, createdOn: _createdOn, status: _status, ...kept } = bella
  expect(sent).toEqual(kept)
})

test('what was left blank is not known, and identifiers are left to the server', () => {
  const sent = PatientDraft.parse(draftOf({ ...valuesOf(undefined, 'Rex'), patientId: ' ' }, place))
  expect(sent).toMatchObject({ name: 'Rex', speciesId: null, breedId: null, birthDate: null })
  expect(sent).not.toHaveProperty('patientId')
  expect(sent).not.toHaveProperty('accessionCode')
})
