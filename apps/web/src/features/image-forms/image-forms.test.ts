import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { imageForms, imageFormsOf } from './image-forms.ts'

test('administrators and those with DICOM forms have all of them, an operator the e-mail alone', () => {
  expect(imageFormsOf({ flags: { ...noFlags, clinicAdmin: true } })).toEqual(imageForms)
  expect(imageFormsOf({ flags: { ...noFlags, dicomForms: true } })).toEqual(imageForms)
  expect(imageFormsOf({ flags: { ...noFlags, operator: true } })).toEqual(['email'])
  expect(imageFormsOf({ flags: { ...noFlags, operator: true, dicomForms: true } })).toEqual([
    'email',
  ])
  expect(imageFormsOf({ flags: noFlags })).toEqual([])
})
