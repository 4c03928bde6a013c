import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { getPages, splitForPhone } from './navigation.ts'

test('the phone navigation shows three pages and puts the rest in its menu', () => {
  const pages = getPages({ flags: { ...noFlags, clinicAdmin: true } }, 'local')
  expect(splitForPhone(pages)).toEqual({
    inBar: ['registration', 'studylist', 'cases'],
    inMenu: ['casestats', 'settings'],
  })
})

test('the navigation of a radiologist has cases, case statistics and settings', () => {
  const flags = { ...noFlags, radiologistCase: true }
  expect(getPages({ flags }, 'local')).toEqual(['cases', 'casestats', 'settings'])
})
