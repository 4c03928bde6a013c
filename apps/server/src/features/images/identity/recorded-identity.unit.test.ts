import { expect, test } from 'vitest'
import { applyRecordedIdentity } from './recorded-identity.ts'
import type { RecordedIdentity } from './recorded-identity.ts'

const recorded: RecordedIdentity = {
  clinicType: 'Veterinary',
  patientName: 'Rex',
  patientNumber: 'A-17',
  speciesId: 1,
  ownerName: 'Anne Tremblay',
}
const inFile = {
  PatientName: 'Tremblay^Rex',
  PatientID: 'A-17',
  ResponsiblePerson: 'Tremblay^Anne',
  PatientSpeciesDescription: 'Canine',
}
const human: RecordedIdentity = {
  clinicType: 'Human',
  patientName: 'Luc Roy',
  patientNumber: 'A-17',
  speciesId: null,
  ownerName: null,
}

test.each([
  ['the standard', {}, {}],
  ['a swapped name', { PatientName: 'Rex^Tremblay' }, {}],
  ['another name of the species', { PatientSpeciesDescription: 'CHIEN' }, {}],
  ['padding', { PatientID: 'A-17 ', PatientName: 'Tremblay ^Rex ' }, {}],
  ['a family name alone', { ResponsiblePerson: '' }, { ownerName: 'Tremblay' }],
  ['no name', { PatientName: '' }, { patientName: 'A-17' }],
  ['no recorded species', { PatientSpeciesDescription: 'Bovine' }, { speciesId: null }],
  ['decomposed accents', { PatientName: 'Tremblay^E\u0301toile' }, { patientName: 'Étoile' }],
])('a file with %s that agrees with the records is unchanged', (_what, file, more) => {
  const values = { ...inFile, ...file }
  expect(applyRecordedIdentity(values, { ...recorded, ...more })).toEqual(values)
})

test('a file that was shortened when it was written is unchanged', () => {
  const long = { ...recorded, patientName: 'y'.repeat(60), ownerName: 'x'.repeat(60) }
  const values = {
    ...inFile,
    PatientName: `${'x'.repeat(31)}^${'y'.repeat(32)}`,
    ResponsiblePerson: 'x'.repeat(60),
  }
  expect(applyRecordedIdentity(values, long)).toEqual(values)
})

test.each([
  ['patient', { patientName: 'Mistigri' }, { PatientName: 'Anne Tremblay^Mistigri' }],
  ['spelling', { patientName: 'REX' }, { PatientName: 'Anne Tremblay^REX' }],
  ['owner', { ownerName: 'Luc Roy' }, { PatientName: 'Luc Roy^Rex', ResponsiblePerson: 'Luc Roy' }],
  ['removed owner', { ownerName: null }, { PatientName: '^Rex', ResponsiblePerson: '' }],
  ['number', { patientNumber: 'A-18' }, { PatientID: 'A-18' }],
  ['species', { speciesId: 2 }, { PatientSpeciesDescription: 'Feline' }],
])('a corrected %s replaces the value of the file, and no other', (_what, more, expected) => {
  expect(applyRecordedIdentity(inFile, { ...recorded, ...more })).toEqual({
    ...inFile,
    ...expected,
  })
})

test.each([
  ['the same owner', {}, 'Anne Tremblay^Rex'],
  ['another owner', { ownerName: 'Luc Roy' }, 'Luc Roy^Rex'],
  ['no owner', { ownerName: null }, 'Rex'],
])('the name of an animal that stands alone gets %s before it', (_what, more, expected) => {
  expect(
    applyRecordedIdentity({ ...inFile, PatientName: 'Rex' }, { ...recorded, ...more }).PatientName,
  ).toBe(expected)
})

test('a human patient has one name and no owner', () => {
  const values = { ...inFile, PatientName: 'Roy^Luc', ResponsiblePerson: '' }
  expect(applyRecordedIdentity(values, human)).toEqual(values)
  const corrected = { ...human, patientName: 'Luc Leroy' }
  expect(applyRecordedIdentity(values, corrected).PatientName).toBe('Luc Leroy')
})
