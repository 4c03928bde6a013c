import { limits } from '@talus/contract'
import { expect, test } from 'vitest'
import { selectAttachable } from './attachments.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })
const listFaults = (
  ...[chosen, present = []]: [readonly ReturnType<typeof file>[], { size: number }[]?]
) => selectAttachable(chosen, present).faults

test('at most five files are attached, and those that are there count', () => {
  const five = Array.from({ length: 5 }, (_one, index) => file(`${index}.pdf`))
  expect(selectAttachable(five, [])).toEqual({ accepted: five, faults: [] })
  expect(listFaults([...five, file('6.pdf')])).toEqual([{ kind: 'tooMany' }])
  expect(selectAttachable(five, [{ size: 10 }])).toEqual({
    accepted: [],
    faults: [{ kind: 'tooMany' }],
  })
})

test('a file of another type is left out, and the files beside it are attached', () => {
  const wanted = [file('a.pdf'), file('b.jpg', 'image/jpeg')]
  expect(selectAttachable([file('setup.exe'), ...wanted, file('page.html')], [])).toEqual({
    accepted: wanted,
    faults: [{ kind: 'type', file: 'setup.exe, page.html' }],
  })
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
  expect(listFaults([file(name, type)])).toEqual([{ kind: 'type', file: name }])
})

test.each([
  ['Röntgen.JPG', 'image/jpeg'],
  ['labs.xlsx', ''],
  ['note.txt', 'text/plain;charset=utf-8'],
])('a file named %s of type "%s" is allowed', (name, type) => {
  expect(listFaults([file(name, type)])).toEqual([])
})

test('the files together have at most 100 MB', () => {
  const half = limits.attachmentsBytes / 2
  const tooLarge = [{ kind: 'tooLarge' }]
  expect(listFaults([file('a.pdf', '', half), file('b.pdf', '', half)])).toEqual([])
  expect(listFaults([file('a.pdf', '', half), file('b.pdf', '', half + 1)])).toEqual(tooLarge)
  const stored = [{ size: half }]
  expect(listFaults([file('b.pdf', '', half)], stored)).toEqual([])
  expect(listFaults([file('b.pdf', '', half + 1)], stored)).toEqual(tooLarge)
})
