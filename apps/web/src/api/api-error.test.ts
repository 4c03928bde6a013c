import { expect, test } from 'vitest'
import { ApiError, readErrorMessage, parseErrorReply } from './api-error.ts'

const unknown = 'An unknown error occurred.'

test('the error text is the message of the server', () => {
  expect(
    readErrorMessage(new ApiError(409, 'A owner already exists with that phone'), unknown),
  ).toBe('A owner already exists with that phone')
})

test('the error text of another error is its own message', () => {
  expect(readErrorMessage(new Error('Error logging in'), unknown)).toBe('Error logging in')
})

test('an error without a message gets the fallback text', () => {
  for (const error of [new Error(''), new Error('  '), undefined, null, 42, {}])
    expect(readErrorMessage(error, unknown)).toBe(unknown)
})

test('a body that is not an error reply is parsed as an empty reply', () => {
  for (const body of [undefined, null, '<html>', 502, { message: 3, fields: 'no' }])
    expect(parseErrorReply(body)).toEqual({})
})

test('a parsed error reply has its code, message and conflicts, and nothing else', () => {
  const reply = { code: 'record/exists', message: 'taken', conflicts: ['phone'], extra: true }
  expect(parseErrorReply(reply)).toEqual({
    code: 'record/exists',
    message: 'taken',
    conflicts: ['phone'],
  })
})
