import type { Clinic, ClinicId } from '@talus/contract'
import { expect, test } from 'vitest'
import { clinicInUse, isAway, parseClinic } from './clinic-choice.ts'
import type { SelectedClinic } from './clinic-choice.ts'

const clinic = (id: number, name: string): SelectedClinic => ({
  id: id as ClinicId,
  name,
  clinicType: 'Veterinary',
  timeZone: 'America/Toronto',
  aeTitle: 'TALUS',
})
const own: Clinic = {
  ...clinic(1, 'Maple Street'),
  clinicName: 'Maple Street',
  address: '',
  phone: '',
  email: '',
  lang: 'en',
  createdOn: '2026-01-01T00:00:00.000Z',
  isDeleted: false,
  status: 'Active',
}

test('the own clinic is in use until another is selected', () => {
  expect(clinicInUse(undefined, own)?.name).toBe('Maple Street')
  expect(clinicInUse(clinic(2, 'Fleuve'), own)?.name).toBe('Fleuve')
})

test('root has no clinic until he selects one, and is away as soon as he does', () => {
  expect(clinicInUse(undefined, null)).toBeUndefined()
  expect(isAway(clinic(2, 'Fleuve'), null)).toBe(true)
})

test('selecting the own clinic is not being away', () => {
  expect(isAway(clinic(1, 'Maple Street'), own)).toBe(false)
  expect(isAway(undefined, own)).toBe(false)
})

test('what storage holds is read back, and nonsense is ignored', () => {
  const kept = clinic(2, 'Fleuve')
  expect(parseClinic(JSON.stringify(kept))).toEqual(kept)
  for (const text of [undefined, '', 'null', '{', '{"id":"2"}', '{"id":2,"name":"x"}'])
    expect(parseClinic(text)).toBeUndefined()
})
