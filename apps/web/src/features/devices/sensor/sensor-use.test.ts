import { StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { findOtherUse } from './sensor-use.ts'

const study = StudyId.parse(7)
const use = {
  scope: 'clinic',
  studyId: study,
  page: 'this-page',
  userName: 'A. Nurse',
  patientName: 'Rex',
  since: '2026-03-02T14:00:00.000Z',
} as const

test('a sensor that is free or leased to this page and study is not used by others', () => {
  expect(findOtherUse(undefined, study, 'this-page')).toBeUndefined()
  expect(findOtherUse({ use: null }, study, 'this-page')).toBeUndefined()
  expect(findOtherUse({ use }, study, 'this-page')).toBeUndefined()
})

test('another study, another page and another clinic are other uses', () => {
  expect(findOtherUse({ use }, StudyId.parse(8), 'this-page')).toBe(use)
  expect(findOtherUse({ use }, undefined, 'this-page')).toBe(use)
  expect(findOtherUse({ use }, study, 'other-page')).toBe(use)
  const unknown = { ...use, page: null }
  expect(findOtherUse({ use: unknown }, study, 'this-page')).toBe(unknown)
  const hidden = { scope: 'elsewhere' } as const
  expect(findOtherUse({ use: hidden }, study, 'this-page')).toBe(hidden)
})
