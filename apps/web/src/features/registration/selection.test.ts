import { OwnerId, PatientId, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { nothingSelected, select } from './selection.ts'
import type { Selection } from './selection.ts'

const tremblay = OwnerId.parse(11)
const gagnon = OwnerId.parse(12)
const bella = PatientId.parse(21)
const rex = PatientId.parse(22)
const morning = StudyId.parse(31)

const chosen: Selection = { ownerId: tremblay, patientId: bella, studyId: morning }

test('another owner clears the study and the patient', () => {
  expect(select(chosen, { type: 'owner', ownerId: gagnon })).toEqual({
    ownerId: gagnon,
    patientId: undefined,
    studyId: undefined,
  })
})

test('the same owner once more changes nothing', () => {
  expect(select(chosen, { type: 'owner', ownerId: tremblay })).toBe(chosen)
})

test('the only patient of an owner is selected', () => {
  const owner = select(nothingSelected, { type: 'owner', ownerId: gagnon })
  const known = select(owner, { type: 'patientsOf', ownerId: gagnon, patientIds: [rex] })
  expect(known.patientId).toBe(rex)
})

test('of several patients none is selected, and of none none', () => {
  const owner = select(nothingSelected, { type: 'owner', ownerId: gagnon })
  for (const patientIds of [[], [bella, rex]])
    expect(select(owner, { type: 'patientsOf', ownerId: gagnon, patientIds })).toBe(owner)
})

test('the patients of an owner who is no longer selected say nothing', () => {
  const owner = select(nothingSelected, { type: 'owner', ownerId: gagnon })
  const late = select(owner, { type: 'patientsOf', ownerId: tremblay, patientIds: [bella] })
  expect(late).toBe(owner)
})

test('a patient who has been chosen stays when the list arrives', () => {
  const known = select(chosen, { type: 'patientsOf', ownerId: tremblay, patientIds: [rex] })
  expect(known).toBe(chosen)
})

test('another patient clears the study of the first, and keeps the owner', () => {
  expect(select(chosen, { type: 'patient', patientId: rex })).toEqual({
    ownerId: tremblay,
    patientId: rex,
    studyId: undefined,
  })
})

test('the same patient once more keeps the study', () => {
  expect(select(chosen, { type: 'patient', patientId: bella })).toBe(chosen)
})

test('a study of the worklist brings its patient and its owner', () => {
  const study = { studyId: morning, patientDatabaseId: rex, ownerId: gagnon }
  expect(select(chosen, { type: 'study', study })).toEqual({
    ownerId: gagnon,
    patientId: rex,
    studyId: morning,
  })
})

test('what no longer exists is let go', () => {
  expect(select(chosen, { type: 'gone' })).toEqual(nothingSelected)
})

test('a study of a patient without an owner leaves no owner behind', () => {
  const study = { studyId: morning, patientDatabaseId: rex, ownerId: null }
  expect(select(chosen, { type: 'study', study }).ownerId).toBeUndefined()
})
