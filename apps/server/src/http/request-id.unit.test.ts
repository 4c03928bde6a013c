import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { getRequestId } from '../telemetry/request-context.ts'
import { createHttpServer } from './server.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Sends a request with an ID; returns the ID in the answer and the one that the handler saw. */
async function send(
  given: string | undefined,
  trustProxy: false | number | string[],
  remoteAddress = '10.0.0.1',
) {
  const app = await createHttpServer({
    log: Fastify().log,
    apiBase: '/api/',
    trustProxy,
    publicUrl: 'http://localhost',
    identity: {},
    reportError: () => undefined,
  })
  app.post('/id', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return getRequestId() ?? 'none'
  })
  const reply = await app.inject({
    method: 'POST',
    url: '/id',
    remoteAddress,
    headers: given === undefined ? {} : { 'x-request-id': given },
    payload: { text: 'a body, which is read by events of the connection' },
  })
  await app.close()
  return { answered: String(reply.headers['x-request-id']), seen: reply.body }
}

test('a request gets an ID that its answer and all of its work carry', async () => {
  const { answered, seen } = await send(undefined, false)
  expect(answered).toMatch(uuid)
  expect(seen).toBe(answered)
})

test('the ID of a trusted proxy is kept', async () => {
  expect((await send('balancer-4711', 1)).seen).toBe('balancer-4711')
  expect((await send('balancer-4711', ['10.0.0.0/8'])).seen).toBe('balancer-4711')
})

test('an ID that another client sends is replaced', async () => {
  expect((await send('chosen-by-client', false)).answered).toMatch(uuid)
  expect((await send('chosen-by-client', ['10.0.0.0/8'], '203.0.113.7')).answered).toMatch(uuid)
})

test.each(['short', 'with space in it', 'ends */ a comment', 'long'.repeat(30)])(
  'the ID "%s" is replaced even if a proxy sends it',
  async (id) => {
    expect((await send(id, 1)).answered).toMatch(uuid)
  },
)
