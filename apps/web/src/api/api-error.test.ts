import { expect, test } from 'vitest'
import { ApiError, errorText, replyOf } from './api-error.ts'

const unknown = 'An unknown error occurred.'

test('the server’s words come first', () => {
  expect(errorText(new ApiError(409, 'A owner already exists with that phone'), unknown)).toBe(
    'A owner already exists with that phone',
  )
})

test('then the error’s own message', () => {
  expect(errorText(new Error('Error logging in'), unknown)).toBe('Error logging in')
})

test('and where nobody says anything, that it is unknown', () => {
  for (const error of [new Error(''), new Error('  '), undefined, null, 42, {}])
    expect(errorText(error, unknown)).toBe(unknown)
})

test('a body that is no error reply says nothing', () => {
  for (const body of [undefined, null, '<html>', 502, { message: 3, fields: 'no' }])
    expect(replyOf(body)).toEqual({})
})

test('a reply keeps its fields and conflicts', () => {
  const reply = { code: 'record/exists', message: 'taken', conflicts: ['phone'], extra: true }
  expect(replyOf(reply)).toEqual({ code: 'record/exists', message: 'taken', conflicts: ['phone'] })
})
