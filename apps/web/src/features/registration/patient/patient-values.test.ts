import { BreedId, ClinicId, OwnerId, PatientDraft, PatientId, UserId } from '@talus/contract'
import type { Patient } from '@talus/contract'
import { expect, test } from 'vitest'
import { toPatientDraft, toFormValues } from './patient-values.ts'

const context = { clinicId: ClinicId.parse(3), ownerId: OwnerId.parse(7) }
const bella: Patient = {
  id: PatientId.parse(21),
  patientId: 'TAL-00012',
  nameGroups: '',
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

test('converts a patient to form values and back without loss', () => {
  const sent = PatientDraft.parse(toPatientDraft(toFormValues(bella, ''), context))
  // The server keeps the other writings of a name.
  const { id: _id, userId: _userId, nameGroups: _groups, ...rest } = bella
  const { createdOn: _createdOn, status: _status, ...expected } = rest
  expect(sent).toEqual(expected)
})

test('sends blank values as null and omits blank identifiers, which the server assigns', () => {
  const sent = PatientDraft.parse(
    toPatientDraft({ ...toFormValues(undefined, 'Rex'), patientId: ' ' }, context),
  )
  expect(sent).toMatchObject({ name: 'Rex', speciesId: null, breedId: null, birthDate: null })
  expect(sent).not.toHaveProperty('patientId')
  expect(sent).not.toHaveProperty('accessionCode')
})
