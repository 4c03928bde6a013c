import type { Owner, Patient, Study, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { toCaseValues, writeNewBreed } from './case-values.ts'
import type { CaseSource } from './case-values.ts'
import { findUnprintable } from './unprintable-values.ts'

/** A record of which the form reads some fields only. */
const toRecord = <Whole>(fields: Partial<Whole>): Whole => fields as Whole
const names = { complaint: '', duration: '', examination: '', treatment: '', question: '' }
const source: CaseSource = {
  study: toRecord<Study>({ id: 5 as StudyId, modality: 'General' }),
  patient: toRecord<Patient>({ name: '小花', speciesId: 1 }),
  owner: toRecord<Owner>({ name: 'Ada Roy' }),
  images: [],
  draft: undefined,
  doctors: [],
  priors: [],
  reports: [],
  promptNames: [{ ...names, colon: ': ' }],
  ownDoctorId: undefined,
}

test('characters that the PDF cannot print are found in each printed field, not in the notes', () => {
  const values = {
    ...toCaseValues(source),
    breedId: writeNewBreed('柴犬'),
    ownerName: 'Ada 王',
    question: 'Heart \u{1F436}?',
    rest: '☐ vaccinated',
    additionalNotes: '\u{1F436}',
  }
  expect(findUnprintable(values, source)).toEqual({
    breedId: ['柴', '犬'],
    ownerName: ['王'],
    question: ['\u{1F436}'],
    rest: ['☐'],
  })
})

test('a name of the register is not refused for its own characters', () => {
  expect(findUnprintable(toCaseValues(source), source)).toEqual({})
  const other = { ...toCaseValues(source), patientName: '小犬' }
  expect(findUnprintable(other, source)).toEqual({ patientName: ['犬'] })
})
