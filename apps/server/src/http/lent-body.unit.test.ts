import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { lentBody } from './lent-body.ts'

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

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function hashed(body: Readable, pause: () => Promise<unknown>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of lentBody(body)) {
    await pause()
    hash.update(piece)
  }
  return hash.digest('hex')
}

test.each([0, 1, 65_536, 262_144, 262_145, 5_000_001])(
  'a body of %d bytes comes through, to those who are slow as well',
  async (length) => {
    for (const pauseMs of [0, 2]) {
      const port = await listen((body) => hashed(body, () => after(pauseMs)))
      const bytes = randomBytes(length)
      const asked = post(port, length)
      asked.end(bytes)
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      expect((await answer.toArray()).join('')).toBe(hashOf(bytes))
      server?.close()
    }
  },
)

test('pieces that are larger than the memory are handed over as they are, and stay whole', async () => {
  const pieces = [10, 300_000, 20, 262_144, 700_000].map((length) => randomBytes(length))
  const whole = hashOf(Buffer.concat(pieces))
  const hash = await hashed(Readable.from(pieces, { objectMode: false }), () => after(1))
  expect(hash).toBe(whole)
  expect(hashOf(Buffer.concat(pieces))).toBe(whole)
})

test('a body that breaks off is an error', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<string>()
  const port = await listen((body) => {
    const result = hashed(body, () => after(0))
    resolve(result)
    return result.catch(String)
  })
  const asked = post(port, 1000).on('error', () => undefined)
  asked.write(randomBytes(500), () => asked.destroy())
  await expect(reading).rejects.toThrow('aborted')
})

test('who leaves a body early can pass over the rest', async () => {
  const port = await listen(async (body) => {
    for await (const piece of lentBody(body)) if (piece.byteLength > 0) break
    body.resume()
    await once(body, 'end')
    return 'passed over'
  })
  const asked = post(port, 3_000_000)
  asked.end(randomBytes(3_000_000))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect((await answer.toArray()).join('')).toBe('passed over')
})
