import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { pagesOf, phonePages } from './navigation.ts'

test('a phone shows three pages and puts the rest in its menu', () => {
  const pages = pagesOf({ flags: { ...noFlags, clinicAdmin: true } }, 'local')
  expect(phonePages(pages)).toEqual({
    inBar: ['registration', 'studylist', 'cases'],
    inMenu: ['casestats', 'settings'],
  })
})

test('a radiologist has cases and settings, whatever the variant', () => {
  const flags = { ...noFlags, radiologistCase: true }
  expect(pagesOf({ flags }, 'local')).toEqual(['cases', 'casestats', 'settings'])
})
