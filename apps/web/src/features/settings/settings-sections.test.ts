import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { sectionIn, sectionsOf } from './settings-sections.ts'

test('settings open at Clinic, and at All Clinics for root', () => {
  expect(sectionIn(sectionsOf({ flags: noFlags }, 'cloud'), undefined)).toBe('clinic')
  expect(sectionIn(sectionsOf({ flags: { ...noFlags, root: true } }, 'local'), undefined)).toBe(
    'clinics',
  )
})

test('an address cannot open a section that is not offered', () => {
  const sections = sectionsOf({ flags: noFlags }, 'cloud')
  expect(sectionIn(sections, 'users')).toBe('clinic')
  expect(sectionIn(sections, 'about')).toBe('about')
})
