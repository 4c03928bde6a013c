import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAccessChanges } from '../../../http/access-changes.ts'
import { authenticate } from '../../auth/index.ts'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import { createMounter } from '../../../http/mount.ts'
import { createClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { startReadPool, startTranscodePool } from '../../../workers/index.ts'
import { bulkDownloadRoutes, createOutgoingFiles, RunningDownloads } from '../index.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Downloads over a real connection: the client disconnects, stalls, or starts too many. */
const openFiles = new Set<OpenFile>()
const hangingPath = 'images/hanging.dcm'
const imageBytes = 1024 * 1024
const imageCount = 60
const allBytes = imageBytes * imageCount
let bytesRead = 0
let rendering = 0

/**
 * Wraps the real store: tracks open files, and has a file whose reads hang like a stalled
 * connection.
 */
const watchFiles = (files: FileStore): FileStore => ({
  ...files,
  open: async (key) => {
    const file = await files.open(key)
    if (!file) return undefined
    openFiles.add(file)
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    return {
      read: async (into) => {
        if (key === hangingPath && bytesRead > 0) {
          await closed
          throw new Error('closed')
        }
        const length = await file.read(into)
        bytesRead += length
        return length
      },
      close: async () => {
        close()
        openFiles.delete(file)
        await file.close()
      },
    }
  },
})

/** Never ends until it is aborted, as a stuck worker would. */
async function renderNever(
  _source: unknown,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
) {
  rendering += 1
  await new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('not wanted any more')))
  }).finally(() => (rendering -= 1))
  return new Uint8Array()
}

let server: TestServer
let clinic: ClinicWithImages
let address: string
beforeEach(async () => {
  server = await startTestServer(
    {},
    {
      wrapFiles: watchFiles,
      wrapRenderPool: (renderPool) => ({ ...renderPool, renderJpeg: renderNever }),
    },
  )
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  clinic = await createClinicWithImages(server, 'Large')
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  const filePath = 'images/same.dcm'
  await server.files.put(filePath, Buffer.alloc(imageBytes))
  for (let count = 0; count < imageCount; count += 1) await clinic.addImage({ studyId, filePath })
  bytesRead = 0
})
afterEach(() => server.close())

/**
 * Uses a connection of its own, which ends with the request. Nothing is received until the test
 * reads.
 */
async function startDownload(
  type: 'DICOM' | 'JPEG',
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const outgoing = request(`${address}${server.config.apiBase}clinic/download`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' },
    ...(signal ? { signal } : {}),
  })
  outgoing.end(JSON.stringify({ clinicId: clinic.id, type }))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  // Disconnecting causes an error event, also after the last read.
  return response.on('error', () => undefined)
}

/** Repeats the request until a slot is free, which takes a moment after a disconnect. */
const startWhenFree = () =>
  vi.waitFor(
    async () => {
      const response = await startDownload('DICOM')
      if (response.statusCode !== 200) response.destroy()
      expect(response.statusCode).toBe(200)
      return response
    },
    { timeout: 10_000 },
  )

/** Starts a download and reads this many bytes of it before it disconnects. */
async function disconnectAfter(byteLength: number) {
  const response = await startWhenFree()
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.byteLength
    if (received >= byteLength) break
  }
  response.destroy()
}

async function readLength(response: IncomingMessage) {
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.byteLength
  return received
}

const expectAllReleased = () =>
  vi.waitFor(() => expect([openFiles.size, rendering]).toEqual([0, 0]), { timeout: 10_000 })

test('a client that disconnects leaves no file open and no slot in use, wherever it was', async () => {
  for (let round = 0; round < 20; round += 1)
    await disconnectAfter(Math.floor(Math.random() * 6_000_000))
  // Two at once are allowed: if a slot were still in use, the second would be refused.
  const both = [await startWhenFree(), await startWhenFree()].map(readLength)
  for (const length of await Promise.all(both)) expect(length).toBeGreaterThan(allBytes)
  await expectAllReleased()
})

test('rendering a JPEG is aborted when the client disconnects', async () => {
  const leaving = new AbortController()
  const response = startDownload('JPEG', leaving.signal).catch(() => undefined)
  await vi.waitFor(() => expect(rendering).toBe(3), 20_000)
  leaving.abort()
  await expectAllReleased()
  expect(await response).toBeUndefined()
})

/** Leaves one image whose file is open during the whole download. */
async function replaceImages(filePath: string, byteLength: number) {
  await server.files.put(filePath, Buffer.alloc(byteLength))
  await server.unscopedDb.deleteFrom('image').where('clinicId', '=', clinic.id).execute()
  const studyId = await clinic.addStudy(await clinic.addPatient('Only'))
  await clinic.addImage({ studyId, filePath })
}

test('a read that hangs is aborted when the client disconnects', async () => {
  await replaceImages(hangingPath, imageBytes)
  const response = await startDownload('DICOM')
  await once(response, 'readable')
  expect(openFiles.size).toBe(1)
  response.destroy()
  await expectAllReleased()
})

test('a slow client slows down the reading of files', async () => {
  const response = await startDownload('DICOM')
  await sleep(500)
  const first = bytesRead
  await sleep(500)
  // No more than the sockets and buffers in between can hold.
  expect([bytesRead - first, first < allBytes / 4]).toEqual([0, true])
  expect(openFiles.size).toBeLessThan(2)
  response.destroy()
  await expectAllReleased()
})

test('a third concurrent download is refused with a message, until one has ended', async () => {
  const running = [await startDownload('DICOM'), await startDownload('DICOM')]
  expect(running.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const third = await startDownload('DICOM')
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '30'])
  expect(await json(third)).toMatchObject({
    code: 'download/too-many',
    message: 'Too many downloads are running. Wait until one of them has ended, or cancel one.',
  })
  running[0]?.destroy()
  const again = await startWhenFree()
  again.destroy()
  running[1]?.destroy()
})

test('a server that stops does not wait for downloads', async () => {
  const response = await startDownload('DICOM')
  const started = performance.now()
  await server.app.close()
  expect(performance.now() - started).toBeLessThan(5000)
  // Broken off, and not ended: half a zip must not look complete.
  await expect(readLength(response)).rejects.toThrow('aborted')
  await expectAllReleased()
})

/** The same routes, with another stall timeout. */
async function startServerWithTimeout(stalledAfterMs: number): Promise<FastifyInstance> {
  const app = Fastify()
  const { unscopedDb, clock, files, config } = server
  await app.register(
    async (api) => {
      const { mountRaw } = createMounter(api, {
        unscopedDb,
        files,
        authenticate: (token) => authenticate({ unscopedDb, clock }, token),
        authenticateKey: () => Promise.reject(new Error('no keys here')),
        accessChanges: createAccessChanges(),
        countCall: () => undefined,
        publicCallsPerMinute: 1000,
        variant: 'local',
      })
      const running = new RunningDownloads()
      const { log } = app
      const readPool = startReadPool()
      app.addHook('onClose', () => readPool.close())
      const transcodePool = startTranscodePool()
      app.addHook('onClose', () => transcodePool.close())
      const pools = { readPool, transcodePool }
      const outgoing = createOutgoingFiles({ unscopedDb, files, ...pools, clock, log })
      const renderJpeg = renderNever
      const deps = { clock, files, outgoing, log, renderJpeg, running, stalledAfterMs }
      bulkDownloadRoutes(mountRaw, deps)
    },
    { prefix: config.apiBase.replace(/\/$/u, '') },
  )
  return app
}

test('a client that reads nothing is disconnected, and one that is only slow is not', async () => {
  await replaceImages('images/long.dcm', allBytes)
  const app = await startServerWithTimeout(2000)
  const there = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const body = JSON.stringify({ clinicId: clinic.id, type: 'DICOM' })
  const socket = connect(Number(there.port), there.hostname)
  // The server resets the connection.
  socket.on('error', () => undefined)
  socket.write(
    `POST ${server.config.apiBase}clinic/download HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clinic.token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  socket.pause()
  await once(socket, 'connect')
  await vi.waitFor(() => expect(openFiles.size).toBe(1), 20_000)
  for (let turn = 0; turn < 6; turn += 1) {
    await sleep(500)
    for (let taken = 0; taken < 2_000_000;) {
      const chunk = socket.read() as Buffer | null
      if (chunk) taken += chunk.byteLength
      else await once(socket, 'readable')
    }
    expect([turn, openFiles.size]).toEqual([turn, 1])
  }
  await expectAllReleased()
  await app.close()
})
