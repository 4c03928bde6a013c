import type {
  BreedId,
  CaseRow,
  DoctorId,
  Image,
  ImageId,
  Owner,
  Patient,
  Study,
  StudyId,
} from '@talus/contract'
import { expect, test } from 'vitest'
import {
  findMissing,
  findWrongValues,
  readWeight,
  toCaseValues,
  toKnownEdits,
  toSentCase,
  writeNewBreed,
} from './case-values.ts'
import type { CaseSource } from './case-values.ts'

const names = {
  complaint: 'Complaint',
  duration: 'Duration',
  examination: 'Examination',
  treatment: 'Treatment',
  question: 'Question',
  colon: ': ',
}
/** A record of which the form reads some fields only. */
const toRecord = <Whole>(fields: Partial<Whole>): Whole => fields as Whole
const image = (id: number, bodyPart: string) => toRecord<Image>({ id: id as ImageId, bodyPart })
const source: CaseSource = {
  study: toRecord<Study>({ id: 5 as StudyId, modality: 'General' }),
  patient: toRecord<Patient>({
    name: 'Rex',
    speciesId: 1,
    breedId: 7 as BreedId,
    birthDate: '2020-02-03',
    sex: 'Male',
    neutered: true,
  }),
  owner: toRecord<Owner>({ name: 'Ada Roy', address: '1 Main St', phone: '555' }),
  images: [image(1, 'Chest'), image(2, 'Chest')],
  draft: undefined,
  doctors: [],
  priors: [{ id: 3 as StudyId, imageIds: [30 as ImageId, 31 as ImageId] }],
  reports: [{ imageId: 40 as ImageId }, { imageId: 41 as ImageId }],
  promptNames: [names],
  ownDoctorId: undefined,
}
const send = (values: ReturnType<typeof toCaseValues>, draft?: CaseRow) =>
  toSentCase(values, { ...source, draft }, { key: 'k', files: [] })

test('kept fields come back, without images and studies that are gone', () => {
  const stored = { question: 'Heart size?', isTest: true, imageIds: '2,9', priorIds: '8,3' }
  expect(toKnownEdits(stored, source)).toEqual({ ...stored, imageIds: '2', priorIds: '3' })
})

test('a new case is filled in from study, patient and owner, with all images', () => {
  const sent = send(toCaseValues(source))
  expect(sent).toMatchObject({
    model: {
      studyId: 5,
      patientName: 'Rex',
      speciesId: 1,
      breedId: 7,
      birthDate: '2020-02-03',
      sex: true,
      spayed: true,
      ownerName: 'Ada Roy',
      modality: 'XRay',
      studyTypes: 'Thorax',
      priority: '24 Hours',
      weight: null,
    },
    imageIds: [1, 2],
    newBreed: '',
  })
  expect(sent.model.id).toBeUndefined()
})

test('a new breed replaces the known one, and an earlier study brings all its images', () => {
  const values = {
    ...toCaseValues(source),
    breedId: writeNewBreed('Labradoodle '),
    priorIds: '3',
    reportIds: '41',
    imageIds: '2',
    weight: '12,5',
    complaint: 'Cough',
  }
  expect(send(values)).toMatchObject({
    model: { breedId: null, weight: 12.5, clinicHistory: 'Complaint: Cough' },
    imageIds: [2, 30, 31],
    reportIds: [41],
    newBreed: 'Labradoodle',
  })
  expect(findMissing(values)).toEqual({
    referringVeterinarianId: 'case/veterinarian-required',
  })
})

test('a draft is found again as it was typed, with its images and its version', () => {
  const typed = {
    ...toCaseValues(source),
    question: 'Heart size?',
    rest: 'Old dog',
    priorIds: '3',
    reportIds: '40',
  }
  const { model, imageIds, reportIds } = send(typed)
  const saved: unknown = {
    ...model,
    id: 9,
    version: 4,
    imageIds: [...imageIds].slice(1),
    reportIds,
  }
  const draft = saved as CaseRow
  const again = toCaseValues({ ...source, draft })
  expect(again).toEqual({ ...typed, imageIds: '2' })
  expect(send(again, draft).model).toMatchObject({ id: 9, version: 4 })
})

test('the only doctor of a clinic is the referring veterinarian', () => {
  const doctors = [{ id: 4 as DoctorId }]
  expect(toCaseValues({ ...source, doctors }).referringVeterinarianId).toBe('4')
  const two = [...doctors, { id: 5 as DoctorId }]
  expect(toCaseValues({ ...source, doctors: two }).referringVeterinarianId).toBe('')
})

test('a doctor who is signed in is the referring veterinarian of a new case only', () => {
  const ownDoctorId = 5 as DoctorId
  const two = { ...source, doctors: [{ id: 4 as DoctorId }, { id: ownDoctorId }], ownDoctorId }
  expect(toCaseValues(two).referringVeterinarianId).toBe('5')
  const draft = toRecord<CaseRow>({ referringVeterinarianId: null, imageIds: [], reportIds: [] })
  expect(toCaseValues({ ...two, draft }).referringVeterinarianId).toBe('')
})

test('values that the server refuses are found before a draft is sent, missing ones are not', () => {
  const values = toCaseValues(source)
  expect(findWrongValues(values, source)).toEqual({})
  const empty = { ...values, patientName: '', birthDate: '', weight: '', speciesId: '' }
  expect(findWrongValues(empty, source)).toEqual({})
  const wrong = {
    ...values,
    weight: 'abc',
    birthDate: '3131-20-20',
    patientName: 'R'.repeat(2000),
    rest: 'history '.repeat(100_000),
  }
  expect(findWrongValues(wrong, source)).toEqual({
    weight: 'field/invalid',
    birthDate: 'field/date',
    patientName: 'field/too-long',
    rest: 'field/too-long',
  })
})

test('a weight is a number above zero, with a point or a comma', () => {
  expect(['', '4.2', ' 4,2 ', '0', '-1', 'heavy', '2001'].map(readWeight)).toEqual([
    null,
    4.2,
    4.2,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
