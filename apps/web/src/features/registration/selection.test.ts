import { OwnerId, PatientId, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { emptySelection, reduceSelection } from './selection.ts'
import type { Selection } from './selection.ts'

const tremblay = OwnerId.parse(11)
const gagnon = OwnerId.parse(12)
const bella = PatientId.parse(21)
const rex = PatientId.parse(22)
const morning = StudyId.parse(31)

const chosen: Selection = { ownerId: tremblay, patientId: bella, studyId: morning }

test('another owner clears the study and the patient', () => {
  expect(reduceSelection(chosen, { type: 'owner', ownerId: gagnon })).toEqual({
    ownerId: gagnon,
    patientId: undefined,
    studyId: undefined,
  })
})

test('selecting the same owner again changes nothing', () => {
  expect(reduceSelection(chosen, { type: 'owner', ownerId: tremblay })).toBe(chosen)
})

test('the only patient of an owner is selected', () => {
  const owner = reduceSelection(emptySelection, { type: 'owner', ownerId: gagnon })
  const known = reduceSelection(owner, {
    type: 'patientsLoaded',
    ownerId: gagnon,
    patientIds: [rex],
  })
  expect(known.patientId).toBe(rex)
})

test('no patient is selected if the owner has several or none', () => {
  const owner = reduceSelection(emptySelection, { type: 'owner', ownerId: gagnon })
  for (const patientIds of [[], [bella, rex]])
    expect(reduceSelection(owner, { type: 'patientsLoaded', ownerId: gagnon, patientIds })).toBe(
      owner,
    )
})

test('a list of patients is ignored if its owner is no longer selected', () => {
  const owner = reduceSelection(emptySelection, { type: 'owner', ownerId: gagnon })
  const late = reduceSelection(owner, {
    type: 'patientsLoaded',
    ownerId: tremblay,
    patientIds: [bella],
  })
  expect(late).toBe(owner)
})

test('a selected patient stays selected when the list of patients is loaded', () => {
  const known = reduceSelection(chosen, {
    type: 'patientsLoaded',
    ownerId: tremblay,
    patientIds: [rex],
  })
  expect(known).toBe(chosen)
})

test('another patient clears the study and keeps the owner', () => {
  expect(reduceSelection(chosen, { type: 'patient', patientId: rex })).toEqual({
    ownerId: tremblay,
    patientId: rex,
    studyId: undefined,
  })
})

test('selecting the same patient again keeps the study', () => {
  expect(reduceSelection(chosen, { type: 'patient', patientId: bella })).toBe(chosen)
})

test('selecting a study of the worklist selects its patient and owner', () => {
  const study = { studyId: morning, patientDatabaseId: rex, ownerId: gagnon }
  expect(reduceSelection(chosen, { type: 'study', study })).toEqual({
    ownerId: gagnon,
    patientId: rex,
    studyId: morning,
  })
})

test('the selection is cleared if a selected record was removed', () => {
  expect(reduceSelection(chosen, { type: 'removed' })).toEqual(emptySelection)
})

test('selecting a study of a patient without an owner clears the owner', () => {
  const study = { studyId: morning, patientDatabaseId: rex, ownerId: null }
  expect(reduceSelection(chosen, { type: 'study', study }).ownerId).toBeUndefined()
})
