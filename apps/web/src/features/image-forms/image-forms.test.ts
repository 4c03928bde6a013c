import { noFlags } from '@talus/contract'
import { expect, test } from 'vitest'
import { imageForms, listImageForms } from './image-forms.ts'

test('administrators and users with DICOM forms have all image forms, an operator only e-mail', () => {
  expect(listImageForms({ flags: { ...noFlags, clinicAdmin: true } }, true)).toEqual(imageForms)
  expect(listImageForms({ flags: { ...noFlags, dicomForms: true } }, true)).toEqual(imageForms)
  expect(listImageForms({ flags: { ...noFlags, operator: true } }, true)).toEqual(['email'])
  expect(listImageForms({ flags: { ...noFlags, operator: true, dicomForms: true } }, true)).toEqual(
    ['email'],
  )
  expect(listImageForms({ flags: noFlags }, true)).toEqual([])
})

test('the cloud variant has no annotation form, but all other image forms', () => {
  const inTheCloud = ['email', 'send', 'download', 'dump']
  expect(listImageForms({ flags: { ...noFlags, clinicAdmin: true } }, false)).toEqual(inTheCloud)
  expect(listImageForms({ flags: { ...noFlags, dicomForms: true } }, false)).toEqual(inTheCloud)
  expect(listImageForms({ flags: { ...noFlags, operator: true } }, false)).toEqual(['email'])
})
