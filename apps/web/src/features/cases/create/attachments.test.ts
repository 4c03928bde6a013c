import { limits } from '@talus/contract'
import { expect, test } from 'vitest'
import { findAttachmentFault } from './attachments.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })

test('at most five files are attached, and those saved earlier count', () => {
  const five = Array.from({ length: 5 }, (_one, index) => file(`${index}.pdf`))
  expect(findAttachmentFault(five)).toBeUndefined()
  expect(findAttachmentFault([...five, file('6.pdf')])).toEqual({ kind: 'tooMany' })
  expect(findAttachmentFault(five, [{ size: 10 }])).toEqual({ kind: 'tooMany' })
})

test.each([
  ['labs.exe', ''],
  ['labs.dll', ''],
  ['labs', ''],
  ['labs.pdf.exe', 'application/pdf'],
  ['page.html', 'text/html'],
  ['picture.svg', 'image/svg+xml'],
  ['labs.txt', 'text/html'],
  ['constructor', ''],
])('a file named %s of type "%s" is not allowed', (name, type) => {
  expect(findAttachmentFault([file(name, type)])).toEqual({ kind: 'type', file: name })
})

test.each([
  ['Röntgen.JPG', 'image/jpeg'],
  ['labs.xlsx', ''],
  ['note.txt', 'text/plain;charset=utf-8'],
])('a file named %s of type "%s" is allowed', (name, type) => {
  expect(findAttachmentFault([file(name, type)])).toBeUndefined()
})

test('the files together have at most 100 MB', () => {
  const half = limits.attachmentsBytes / 2
  expect(findAttachmentFault([file('a.pdf', '', half), file('b.pdf', '', half)])).toBeUndefined()
  expect(findAttachmentFault([file('a.pdf', '', half), file('b.pdf', '', half + 1)])).toEqual({
    kind: 'tooLarge',
  })
  const stored = [{ size: half }]
  expect(findAttachmentFault([file('b.pdf', '', half)], stored)).toBeUndefined()
  expect(findAttachmentFault([file('b.pdf', '', half + 1)], stored)).toEqual({ kind: 'tooLarge' })
})
