import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readPooledBody } from './pooled-body.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function listen(read: (body: IncomingMessage) => Promise<string>): Promise<number> {
  server = createServer((incoming, outgoing) => {
    void read(incoming).then((text) => outgoing.end(text))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const post = (port: number, length: number) =>
  request({ port, method: 'POST', headers: { 'content-length': length } })

const toHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function hashBody(body: Readable, pause: () => Promise<unknown>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of readPooledBody(body)) {
    await pause()
    hash.update(piece)
  }
  return hash.digest('hex')
}

test.each([0, 1, 65_536, 262_144, 262_145, 5_000_001])(
  'a body of %d bytes is read completely, by a slow reader too',
  async (length) => {
    for (const pauseMs of [0, 2]) {
      const port = await listen((body) => hashBody(body, () => after(pauseMs)))
      const bytes = randomBytes(length)
      const sending = post(port, length)
      sending.end(bytes)
      const [response] = (await once(sending, 'response')) as [IncomingMessage]
      expect((await response.toArray()).join('')).toBe(toHash(bytes))
      server?.close()
    }
  },
)

test('chunks larger than a pooled buffer are handed over as they are, and stay intact', async () => {
  const pieces = [10, 300_000, 20, 262_144, 700_000].map((length) => randomBytes(length))
  const whole = toHash(Buffer.concat(pieces))
  const hash = await hashBody(Readable.from(pieces, { objectMode: false }), () => after(1))
  expect(hash).toBe(whole)
  expect(toHash(Buffer.concat(pieces))).toBe(whole)
})

test('a body that breaks off is reported as an error', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<string>()
  const port = await listen((body) => {
    const result = hashBody(body, () => after(0))
    resolve(result)
    return result.catch(String)
  })
  const sending = post(port, 1000).on('error', () => undefined)
  sending.write(randomBytes(500), () => sending.destroy())
  await expect(reading).rejects.toThrow('aborted')
})

test('a reader that stops early can skip the rest of the body', async () => {
  const port = await listen(async (body) => {
    for await (const piece of readPooledBody(body)) if (piece.byteLength > 0) break
    body.resume()
    await once(body, 'end')
    return 'skipped'
  })
  const sending = post(port, 3_000_000)
  sending.end(randomBytes(3_000_000))
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect((await response.toArray()).join('')).toBe('skipped')
})
