import { expect, test } from 'vitest'
import { findTypedShortcut, resolveMacro, suggestMacros } from './index.ts'

const macros = [
  { shortcut: 'norm', text: 'No abnormality is seen.', isPersonal: false },
  { shortcut: 'Norm', text: 'Rien à signaler.', isPersonal: true },
  { shortcut: 'nodule', text: 'A nodule is seen.', isPersonal: false },
  { shortcut: 'été', text: 'En été.', isPersonal: false },
]

test('a typed shortcut resolves to its macro, and a personal one comes first', () => {
  expect(resolveMacro('Thorax: .norm', macros)).toEqual({ macro: macros[1], start: 8 })
  expect(resolveMacro('.nodule', macros)?.macro.text).toBe('A nodule is seen.')
  expect(resolveMacro('.ÉTÉ', macros)?.macro.text).toBe('En été.')
})

test('a dot that begins no shortcut changes no text', () => {
  expect(resolveMacro('3.norm', macros)).toBeUndefined()
  expect(resolveMacro('end.norm', macros)).toBeUndefined()
  expect(resolveMacro('.nor', macros)).toBeUndefined()
  expect(resolveMacro('.normal', macros)).toBeUndefined()
  expect(resolveMacro('.', macros)).toBeUndefined()
  expect(findTypedShortcut('example.org')).toBeUndefined()
})

test('the preview lists each shortcut once, with the text that would be inserted', () => {
  expect(suggestMacros('(.no', macros).map(({ text }) => text)).toEqual([
    'Rien à signaler.',
    'A nodule is seen.',
  ])
  expect(suggestMacros('no', macros)).toEqual([])
})
