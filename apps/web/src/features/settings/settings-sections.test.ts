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

test('the queue stands behind the servers, for whoever may send', () => {
  const sender = sectionsOf({ flags: { ...noFlags, dicomForms: true } }, 'cloud')
  expect(sender.indexOf('dicom-queue')).toBe(sender.indexOf('dicom-servers') + 1)
  const admin = sectionsOf({ flags: { ...noFlags, clinicAdmin: true } }, 'cloud')
  expect(admin).toContain('dicom-queue')
  expect(admin).not.toContain('dicom-servers')
  expect(sectionsOf({ flags: { ...noFlags, operator: true } }, 'cloud')).not.toContain(
    'dicom-queue',
  )
})
