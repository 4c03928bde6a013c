import type { Language } from '@talus/contract'
import { expect, test } from 'vitest'
import { createSurroundings } from './surroundings.ts'

type ReportStudy = Parameters<typeof createSurroundings>[0]

const study = {
  patientName: 'Pépin',
  patientId: 'P-1',
  ownerName: 'Élodie Roy',
  speciesId: 1,
  breed: 'Mixed breed',
  sex: 'male',
  neutered: true,
  birthDate: '2020-02-10',
  createdOn: '2026-11-16T14:30:00.000Z',
  clinicType: 'Veterinary',
  clinicName: 'Clinic',
  clinicAddress: '1 Main Street',
  clinicPhone: '',
  clinicEmail: '',
  timeZone: 'America/Toronto',
} as unknown as ReportStudy

const print = (language: Language) =>
  createSurroundings(study, {
    language,
    logo: undefined,
    author: { username: 'vet', firstName: 'Ana', lastName: 'Roy' },
    now: new Date('2026-11-18T12:00:00.000Z'),
    version: 2,
    isVerified: true,
  })

test('the head and the footer of a PDF have the language of the report', () => {
  const [english, french] = [print('en'), print('fr')]
  const toText = ({ patient }: ReturnType<typeof print>) =>
    patient.map(({ label, value }) => `${label}: ${value}`).join('\n')
  expect(toText(english)).toContain('16 November 2026')
  expect(toText(french)).toContain('16 novembre 2026')
  expect(toText(french)).toContain('Propriétaire')
  expect(english.footer).toContain('18 November 2026')
  expect(french.footer).toContain('18 novembre 2026')
  const labels = ({ patient }: ReturnType<typeof print>) => patient.map(({ label }) => label)
  expect(labels(english)).toHaveLength(labels(french).length)
  expect(french.signature.label).not.toBe('')
})
