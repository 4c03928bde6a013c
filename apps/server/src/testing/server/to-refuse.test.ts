import { expect, test } from 'vitest'

const forbidden = { status: 403, error: { code: 'access/forbidden', message: '' } }

test('toRefuse accepts a refusal with the code and the status of the contract', () => {
  expect(forbidden).toRefuse('access/forbidden')
  expect({ statusCode: 404, json: () => ({ code: 'record/not-found' }) }).toRefuse(
    'record/not-found',
  )
  expect({ ...forbidden, status: 404 }).toRefuse('access/forbidden', 404)
})

test.each([
  ['another status', { ...forbidden, status: 404 }],
  ['another code', { ...forbidden, error: { code: 'access/other-clinic' } }],
  ['a success', { status: 200, error: { id: 1 } }],
  ['a response without a body', { status: 403, error: undefined }],
])('toRefuse rejects %s', (_, reply) => {
  expect(() => expect(reply).toRefuse('access/forbidden')).toThrow('403 access/forbidden')
  expect(reply).not.toRefuse('access/forbidden')
})
