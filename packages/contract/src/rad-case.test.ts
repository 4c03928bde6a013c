import { expect, test } from 'vitest'
import { formatCaseNumber, formatCaseReportNumber } from './case-number.ts'
import { CaseId } from './ids.ts'
import { CaseDraft, CaseFindings, findMissingCaseFields, isReportEmpty } from './rad-case.ts'

const texts = { interpretation: '', internalMedicineRecommandations: '' }
const isAccepted = (findings: string) => CaseFindings.safeParse({ findings, ...texts }).success

test('a text is counted in characters after its line ends have become LF', () => {
  expect(isAccepted('x'.repeat(1200))).toBe(true)
  expect(isAccepted('x'.repeat(1201))).toBe(false)
  expect(isAccepted('\u{1F436}'.repeat(1200))).toBe(true)
  expect(isAccepted('\u{1F436}'.repeat(1201))).toBe(false)
  // A browser sends the 600 line ends of this text as CRLF.
  expect(isAccepted('x\r\n'.repeat(600))).toBe(true)
  expect(isAccepted(`${'x\r\n'.repeat(600)}x`)).toBe(false)
  expect(CaseFindings.parse({ findings: 'a\r\nb\rc\n', ...texts }).findings).toBe('a\nb\nc\n')
})

test('interpretation and recommendations hold 500 characters', () => {
  for (const name of Object.keys(texts)) {
    const parse = (length: number) =>
      CaseFindings.safeParse({ findings: '', ...texts, [name]: 'x'.repeat(length) }).success
    expect([parse(500), parse(501)]).toEqual([true, false])
  }
})

test('a case needs the six fields of the form and an image before it is submitted', () => {
  const draft = CaseDraft.parse({ studyId: 1 })
  expect(findMissingCaseFields({ ...draft, newBreed: '', imageCount: 0 })).toEqual({
    referringVeterinarianId: 'case/veterinarian-required',
    patientName: 'case/patient-name-required',
    breedId: 'case/breed-required',
    speciesId: 'case/species-required',
    modality: 'case/modality-required',
    birthDate: 'case/birth-date-required',
    imageIds: 'case/image-required',
  })
  const complete = CaseDraft.parse({
    studyId: 1,
    referringVeterinarianId: 2,
    patientName: 'Rex',
    speciesId: 1,
    modality: 'XRay',
    birthDate: '2020-05-01',
  })
  expect(findMissingCaseFields({ ...complete, newBreed: 'Eurasier', imageCount: 1 })).toEqual({})
})

test('a report of spaces is empty', () => {
  expect(isReportEmpty({ findings: ' \n', interpretation: '' })).toBe(true)
  expect(isReportEmpty({ findings: '', interpretation: 'Normal.' })).toBe(false)
})

test('pages add 1000 to the id of a case, its report adds 10000', () => {
  const id = CaseId.parse(7)
  expect([formatCaseNumber(id), formatCaseReportNumber(id)]).toEqual([
    'VWR-CASE-1007',
    'VWR-CASE-10007',
  ])
})
