import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { abortOnDisconnect } from './abort-on-disconnect.ts'
import type { DisconnectOptions } from './abort-on-disconnect.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A client has sent a request, and the server watches its response. */
async function openResponse(options: Partial<DisconnectOptions> = {}) {
  const opened = Promise.withResolvers<{ response: ServerResponse; signal: AbortSignal }>()
  const stopping = new AbortController()
  const server = createServer((_request, response) => {
    const signal = abortOnDisconnect(response, { stopping: stopping.signal, ...options })
    opened.resolve({ response, signal })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closing.push(
    () => client.destroy(),
    () => server.close(),
    () => server.closeAllConnections(),
  )
  client.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
  return { ...(await opened.promise), client, stopping }
}

const waitForAbort = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await once(signal, 'abort')
  return signal.reason
}

test('a client that disconnects aborts its response', async () => {
  const { signal, client } = await openResponse()
  expect(signal.aborted).toBe(false)
  client.destroy()
  expect(await waitForAbort(signal)).toMatchObject({ message: 'the client has disconnected' })
})

test('a client that reads nothing aborts its response', async () => {
  const { signal } = await openResponse({ stalledAfterMs: 20 })
  expect(await waitForAbort(signal)).toMatchObject({ message: 'the client has stalled' })
})

test('a server that stops aborts a response with its reason', async () => {
  const { signal, stopping } = await openResponse()
  stopping.abort(new Error('the server stops'))
  expect(signal.reason).toMatchObject({ message: 'the server stops' })
})

test('a server that has stopped aborts a response at once', async () => {
  const { signal } = await openResponse({ stopping: AbortSignal.abort() })
  expect(signal.aborted).toBe(true)
})

test('a response that was sent no longer listens to the server', async () => {
  const { response, signal, stopping } = await openResponse()
  response.end('done')
  await waitForAbort(signal)
  stopping.abort(new Error('the server stops'))
  expect(signal.reason).toMatchObject({ message: 'the client has disconnected' })
})
