import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { findSection, listSections } from './settings-sections.ts'

test('settings open at Clinic, and at All Clinics for root', () => {
  expect(findSection(listSections({ flags: noFlags }, 'cloud'), undefined)).toBe('clinic')
  expect(findSection(listSections({ flags: { ...noFlags, root: true } }, 'local'), undefined)).toBe(
    'clinics',
  )
})

test('a URL cannot open a section that is not offered', () => {
  const sections = listSections({ flags: noFlags }, 'cloud')
  expect(findSection(sections, 'users')).toBe('clinic')
  expect(findSection(sections, 'about')).toBe('about')
})

test('the DICOM queue comes after the DICOM servers, for users who may send images', () => {
  const sender = listSections({ flags: { ...noFlags, dicomForms: true } }, 'cloud')
  expect(sender.indexOf('dicom-queue')).toBe(sender.indexOf('dicom-servers') + 1)
  const admin = listSections({ flags: { ...noFlags, clinicAdmin: true } }, 'cloud')
  expect(admin).toContain('dicom-queue')
  expect(admin).not.toContain('dicom-servers')
  expect(listSections({ flags: { ...noFlags, operator: true } }, 'cloud')).not.toContain(
    'dicom-queue',
  )
})
