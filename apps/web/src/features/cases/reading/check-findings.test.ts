import { expect, test } from 'vitest'
import { checkFindings, countRemaining } from './check-findings.ts'

const none = {
  findings: '',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
}
const context = {
  patientName: 'Rex',
  ownerName: 'Keller',
  species: 'Canine',
  sex: 'Male',
  otherPatientNames: ['Minou'],
  imageSides: new Map<number, 'L' | 'R'>(),
  imagePatients: new Map<number, string>(),
  measurements: null,
} as const
const check = (texts: Partial<typeof none>, isCritical = false) =>
  checkFindings({ ...none, ...texts }, { context, language: 'en', isCritical }).map(
    ({ code, field, excerpt }) => [code, field, excerpt],
  )

test('an emoji and a line end of Windows are one character each', () => {
  expect(countRemaining('interpretation', '🐕\r\nok')).toBe(500 - 4)
})

test('open fields and texts that are too long stop the report', () => {
  expect(check({ interpretation: 'Consider [diagnosis].' })).toEqual([
    ['unfilled-field', 'interpretation', '[diagnosis]'],
  ])
  expect(check({ findings: 'x'.repeat(1203) })).toEqual([['too-long', 'findings', '3']])
})

test('a side that differs between findings and interpretation is found', () => {
  const found = check({
    findings: 'First line.\nThe left stifle is swollen.',
    interpretation: 'Arthrosis of the right stifle.',
  })
  expect(found).toEqual([['side-differs-from-title', 'findings', 'left']])
})

test('another patient, an organ of the other sex and critical words are found', () => {
  expect(check({ findings: 'Minou: the uterus is enlarged.' }).map(([code]) => code)).toEqual([
    'organ-of-other-sex',
    'other-patient-named',
  ])
  expect(check({ findings: 'There is a pneumothorax.' })).toEqual([
    ['critical-word', 'findings', 'pneumothorax'],
  ])
  expect(check({ findings: 'There is a pneumothorax.' }, true)).toEqual([])
})

test('the place of a finding is its offset in the whole text', () => {
  const findings = 'One.\nMinou.'
  const [found] = checkFindings(
    { ...none, findings },
    { context, language: 'en', isCritical: true },
  )
  expect(findings.slice(found?.start).startsWith('Minou')).toBe(true)
})
