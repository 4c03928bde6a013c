import { expect, test } from 'vitest'
import { buildFormData } from './form-data.ts'

const list = (data: FormData) =>
  [...data.entries()].map(([name, value]) => [name, value instanceof File ? value.name : value])

test('the form data has every field as text, and every file under its name in its order', () => {
  const files = [new File(['a'], 'b.png'), new File(['b'], 'a.png')]
  const data = buildFormData({ fields: { caseId: 7, findings: 'a\nb' }, files: { files } })
  expect(list(data)).toEqual([
    ['caseId', '7'],
    ['findings', 'a\nb'],
    ['files', 'b.png'],
    ['files', 'a.png'],
  ])
})

test('a field without a value and a list without files leave no part in the form data', () => {
  const data = buildFormData({
    fields: { caseId: 7, newBreed: undefined, signature: null, notes: '' },
    files: { files: [], pdfFile: undefined },
  })
  expect(list(data)).toEqual([
    ['caseId', '7'],
    ['notes', ''],
  ])
})
