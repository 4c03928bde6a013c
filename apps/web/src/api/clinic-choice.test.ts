import type { Clinic, ClinicId } from '@talus/contract'
import { expect, test } from 'vitest'
import { getClinicInUse, isOtherClinic, parseClinic } from './clinic-choice.ts'
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
  expect(getClinicInUse(undefined, own)?.name).toBe('Maple Street')
  expect(getClinicInUse(clinic(2, 'Fleuve'), own)?.name).toBe('Fleuve')
})

test('root has no clinic until they select one, which counts as another clinic', () => {
  expect(getClinicInUse(undefined, null)).toBeUndefined()
  expect(isOtherClinic(clinic(2, 'Fleuve'), null)).toBe(true)
})

test('the own clinic, selected or not, does not count as another clinic', () => {
  expect(isOtherClinic(clinic(1, 'Maple Street'), own)).toBe(false)
  expect(isOtherClinic(undefined, own)).toBe(false)
})

test('a stored clinic is parsed, and invalid text is ignored', () => {
  const kept = clinic(2, 'Fleuve')
  expect(parseClinic(JSON.stringify(kept))).toEqual(kept)
  for (const text of [undefined, '', 'null', '{', '{"id":"2"}', '{"id":2,"name":"x"}'])
    expect(parseClinic(text)).toBeUndefined()
})
