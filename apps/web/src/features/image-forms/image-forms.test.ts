import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { imageForms, imageFormsOf } from './image-forms.ts'

test('administrators and those with DICOM forms have all of them, an operator the e-mail alone', () => {
  expect(imageFormsOf({ flags: { ...noFlags, clinicAdmin: true } }, true)).toEqual(imageForms)
  expect(imageFormsOf({ flags: { ...noFlags, dicomForms: true } }, true)).toEqual(imageForms)
  expect(imageFormsOf({ flags: { ...noFlags, operator: true } }, true)).toEqual(['email'])
  expect(imageFormsOf({ flags: { ...noFlags, operator: true, dicomForms: true } }, true)).toEqual([
    'email',
  ])
  expect(imageFormsOf({ flags: noFlags }, true)).toEqual([])
})

test('in the cloud nobody corrects an image; all else is as it is beside the machine', () => {
  const inTheCloud = ['email', 'send', 'download', 'dump']
  expect(imageFormsOf({ flags: { ...noFlags, clinicAdmin: true } }, false)).toEqual(inTheCloud)
  expect(imageFormsOf({ flags: { ...noFlags, dicomForms: true } }, false)).toEqual(inTheCloud)
  expect(imageFormsOf({ flags: { ...noFlags, operator: true } }, false)).toEqual(['email'])
})
