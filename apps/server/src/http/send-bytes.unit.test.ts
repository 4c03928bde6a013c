import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { sendBytes } from './send-bytes.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Starts a server whose only response is these bytes, and sends a request to it. */
async function requestBytes(
  bytes: () => AsyncGenerator<Uint8Array>,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  app = Fastify()
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send({ code: 'told' }))
  app.get('/', (_request, reply) => {
    const headers = { 'content-type': 'x/y' }
    return sendBytes(reply.header('x-told', 'yes'), bytes(), { headers, ...(signal && { signal }) })
  })
  const sending = request(await app.listen({ host: '127.0.0.1', port: 0 }), { agent: false }).end()
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return response.on('error', () => undefined)
}

test('a reused buffer is sent before it is overwritten with the next chunk', async () => {
  const chunks = 400
  async function* numbered() {
    const memory = Buffer.alloc(100_000)
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      memory.fill(chunk)
      yield memory.subarray(0, 100_000 - chunk)
    }
  }
  const response = await requestBytes(numbered)
  // Lets all buffers of the connection fill up before anything is read.
  await sleep(200)
  const lengths = Array.from({ length: 256 }, () => 0)
  for await (const chunk of response as AsyncIterable<Buffer>)
    for (const byte of chunk) lengths[byte] = (lengths[byte] ?? 0) + 1
  const expected = Array.from({ length: 256 }, () => 0)
  for (let chunk = 0; chunk < chunks; chunk += 1)
    expected[chunk % 256] = (expected[chunk % 256] ?? 0) + 100_000 - chunk
  expect(lengths).toEqual(expected)
  expect([
    response.statusCode,
    response.headers['x-told'],
    response.headers['content-type'],
  ]).toEqual([200, 'yes', 'x/y'])
})

test('an error before the first byte is answered like any failure', async () => {
  async function* failing() {
    yield await Promise.reject<Buffer>(new Error('database gone'))
  }
  const response = await requestBytes(failing)
  expect(response.statusCode).toBe(503)
  expect(await json(response)).toEqual({ code: 'told' })
})

test('an error after the first byte aborts the response', async () => {
  async function* failing() {
    yield Buffer.from('half')
    await sleep(20)
    throw new Error('disk gone')
  }
  const response = await requestBytes(failing)
  const received: Buffer[] = []
  const reading = async () => {
    for await (const chunk of response as AsyncIterable<Buffer>) received.push(chunk)
  }
  await expect(reading()).rejects.toThrow('aborted')
  expect(Buffer.concat(received).toString()).toBe('half')
})

/** A source of 200 MB, more than any socket buffers, which records whether it was closed. */
function createLargeSource() {
  const state = { hasEnded: false }
  const memory = Buffer.alloc(100_000)
  async function* bytes() {
    try {
      for (let chunk = 0; chunk < 2000; chunk += 1) yield memory
    } finally {
      state.hasEnded = true
    }
  }
  return { state, bytes }
}

test('a client that disconnects closes the source', async () => {
  const { state, bytes } = createLargeSource()
  const response = await requestBytes(bytes)
  response.destroy()
  await vi.waitFor(() => expect(state.hasEnded).toBe(true), 5000)
})

test('the abort signal ends a response even if the client does not read', async () => {
  const { state, bytes } = createLargeSource()
  const stopping = new AbortController()
  const response = await requestBytes(bytes, stopping.signal)
  await sleep(200)
  expect(state.hasEnded).toBe(false)
  stopping.abort()
  await vi.waitFor(() => expect(state.hasEnded).toBe(true), 5000)
  await expect(response.toArray()).rejects.toThrow('aborted')
})
