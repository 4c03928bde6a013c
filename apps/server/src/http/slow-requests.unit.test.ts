import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endSlowRequests } from './slow-requests.ts'
import type { headerLimits } from './slow-requests.ts'

async function startUploads(answers: 'at once' | 'at the end') {
  const app = Fastify()
  onTestFinished(() => app.close())
  endSlowRequests(app, { rateMs: 200, requestRateMs: 200, bytesPerSecond: 5000, refusedMs: 200 })
  app.addContentTypeParser('application/dicom', (_request, body, done) => done(null, body))
  app.post('/upload', { config: { takesStream: true } }, async (request, reply) => {
    if (answers === 'at once') return reply.code(401).send('sign in')
    for await (const _chunk of request.raw) continue
    return reply.send('stored')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/dicom\r\nContent-Length: 100000\r\n\r\n',
  )
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString()))
  let isOpen = true
  socket.once('close', () => (isOpen = false))
  return { socket, received: () => received, isOpen: () => isOpen }
}

/** Sends a little at a time, which never pauses for long. */
async function trickle(
  { socket, isOpen }: Awaited<ReturnType<typeof startUploads>>,
  bytes: number,
) {
  for (let sent = 0; isOpen() && sent < 100_000; sent += bytes) {
    socket.write(Buffer.alloc(bytes))
    await wait(10)
  }
}

test('a connection is closed soon after its upload was refused', async () => {
  const upload = await startUploads('at once')
  await trickle(upload, 10)
  expect(upload.received()).toContain('401')
  expect(upload.isOpen()).toBe(false)
})

test('an upload that trickles in is ended, and a slow one is not', async () => {
  const slow = await startUploads('at the end')
  await trickle(slow, 10)
  expect(slow.isOpen()).toBe(false)
  expect(slow.received()).not.toContain('200')
  const steady = await startUploads('at the end')
  await trickle(steady, 1000)
  await expect.poll(steady.received).toContain('200')
})

test.each([
  ['headers', 'POST /login HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  [
    'a JSON body',
    'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: application/json\r\n\r\n',
  ],
])('a request whose %s trickles in is ended', async (_what, head) => {
  const http = { headersTimeout: 200, connectionsCheckingInterval: 50 } satisfies {
    [Name in keyof typeof headerLimits]: number
  }
  const app = Fastify({ http })
  onTestFinished(() => app.close())
  endSlowRequests(app, { requestRateMs: 200 })
  app.post('/login', async () => 'signed in')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  let isOpen = true
  socket.once('close', () => (isOpen = false))
  socket.resume()
  socket.write(head)
  const timer = setInterval(() => socket.write(' '), 20)
  await expect.poll(() => isOpen, { timeout: 5000 }).toBe(false)
  clearInterval(timer)
})
