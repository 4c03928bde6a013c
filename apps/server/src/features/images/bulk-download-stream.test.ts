import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authenticate } from '../auth/index.ts'
import type { FileStore, OpenFile } from '../../files/index.ts'
import { mounter } from '../../http/mount.ts'
import { clinicWithImages } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { bulkDownloadRoutes, RunningDownloads } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Downloads over a real line: what happens when their reader leaves, sleeps, or asks for too many. */
const openFiles = new Set<OpenFile>()
const hangingPath = 'images/hanging.dcm'
const imageBytes = 1024 * 1024
const imageCount = 60
const allBytes = imageBytes * imageCount
let bytesRead = 0
let rendering = 0

/** Around the real store: knows what is open, and has a file that hangs like a line gone quiet. */
const watched = (files: FileStore): FileStore => ({
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

/** Takes for ever, as a picture in a stuck worker would, until it is not wanted any more. */
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
  server = await testServer(
    {},
    {
      aroundFiles: watched,
      aroundPictures: (pictures) => ({ ...pictures, renderJpeg: renderNever }),
    },
  )
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  clinic = await clinicWithImages(server, 'Large')
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  const filePath = 'images/same.dcm'
  await server.files.put(filePath, Buffer.alloc(imageBytes))
  for (let count = 0; count < imageCount; count += 1) await clinic.addImage({ studyId, filePath })
  bytesRead = 0
})
afterEach(() => server.close())

/** On a line of its own, which ends with the request. Nothing is read until somebody reads. */
async function ask(type: 'DICOM' | 'JPEG', signal?: AbortSignal): Promise<IncomingMessage> {
  const asking = request(`${address}${server.config.apiBase}clinic/download`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' },
    ...(signal ? { signal } : {}),
  })
  asking.end(JSON.stringify({ clinicId: clinic.id, type }))
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  // Hanging up is told as an error, to those who read no more as well.
  return response.on('error', () => undefined)
}

/** Asks until there is a place: one that was left becomes free soon, not at once. */
const askForPlace = () =>
  vi.waitFor(
    async () => {
      const response = await ask('DICOM')
      if (response.statusCode !== 200) response.destroy()
      expect(response.statusCode).toBe(200)
      return response
    },
    { timeout: 10_000 },
  )

/** Asks for a download and reads so many bytes of it before it hangs up. */
async function leaveAfter(byteLength: number) {
  const response = await askForPlace()
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.byteLength
    if (received >= byteLength) break
  }
  response.destroy()
}

async function lengthOf(response: IncomingMessage) {
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.byteLength
  return received
}

const allIsFree = () =>
  vi.waitFor(() => expect([openFiles.size, rendering]).toEqual([0, 0]), { timeout: 10_000 })

test('whoever hangs up leaves no file open and no place taken, wherever he was', async () => {
  for (let round = 0; round < 20; round += 1)
    await leaveAfter(Math.floor(Math.random() * 6_000_000))
  // Two at once are allowed: with a place still taken, there would be none for the second.
  const both = [await askForPlace(), await askForPlace()].map(lengthOf)
  for (const length of await Promise.all(both)) expect(length).toBeGreaterThan(allBytes)
  await allIsFree()
})

test('a picture that is being made is given up when nobody waits for it', async () => {
  const leaving = new AbortController()
  const response = ask('JPEG', leaving.signal).catch(() => undefined)
  await vi.waitFor(() => expect(rendering).toBe(3))
  leaving.abort()
  await allIsFree()
  expect(await response).toBeUndefined()
})

/** A file that is open from the beginning of a download to its end. */
async function haveOnlyImage(filePath: string, byteLength: number) {
  await server.files.put(filePath, Buffer.alloc(byteLength))
  await server.unscopedDb.deleteFrom('image').where('clinicId', '=', clinic.id).execute()
  const studyId = await clinic.addStudy(await clinic.addPatient('Only'))
  await clinic.addImage({ studyId, filePath })
}

test('a file that hangs is given up when nobody waits for it', async () => {
  await haveOnlyImage(hangingPath, imageBytes)
  const response = await ask('DICOM')
  await once(response, 'readable')
  expect(openFiles.size).toBe(1)
  response.destroy()
  await allIsFree()
})

test('a slow reader holds back the reading', async () => {
  const response = await ask('DICOM')
  await sleep(500)
  const first = bytesRead
  await sleep(500)
  // No more than the sockets and buffers between the two can hold.
  expect([bytesRead - first, first < allBytes / 4]).toEqual([0, true])
  expect(openFiles.size).toBeLessThan(2)
  response.destroy()
  await allIsFree()
})

test('a third download at once is refused in words, until one has ended', async () => {
  const running = [await ask('DICOM'), await ask('DICOM')]
  expect(running.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const third = await ask('DICOM')
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '30'])
  expect(await json(third)).toMatchObject({
    code: 'download/too-many',
    message: 'Too many downloads are running. Wait until one of them has ended, or cancel one.',
  })
  running[0]?.destroy()
  const again = await askForPlace()
  again.destroy()
  running[1]?.destroy()
})

test('a server that stops does not wait for downloads', async () => {
  const response = await ask('DICOM')
  const started = performance.now()
  await server.app.close()
  expect(performance.now() - started).toBeLessThan(5000)
  // Broken off, and not ended: half a zip must not look like a whole one.
  await expect(lengthOf(response)).rejects.toThrow('aborted')
  await allIsFree()
})

/** The same routes, for readers with less patience to spare. */
async function impatientServer(stalledAfterMs: number): Promise<FastifyInstance> {
  const app = Fastify()
  const { unscopedDb, clock, files, config } = server
  await app.register(
    async (api) => {
      const { mountRaw } = mounter(api, {
        unscopedDb,
        authenticate: (token) => authenticate({ unscopedDb, clock }, token),
        publicCallsPerMinute: 1000,
        variant: 'local',
      })
      const running = new RunningDownloads()
      const deps = { clock, files, log: app.log, renderJpeg: renderNever, running, stalledAfterMs }
      bulkDownloadRoutes(mountRaw, deps)
    },
    { prefix: config.apiBase.replace(/\/$/u, '') },
  )
  return app
}

test('a reader that takes nothing is given up, and one that is only slow is not', async () => {
  await haveOnlyImage('images/long.dcm', allBytes)
  const app = await impatientServer(2000)
  const there = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const body = JSON.stringify({ clinicId: clinic.id, type: 'DICOM' })
  const line = connect(Number(there.port), there.hostname)
  // The server hangs up by a reset.
  line.on('error', () => undefined)
  line.write(
    `POST ${server.config.apiBase}clinic/download HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clinic.token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  line.pause()
  await once(line, 'connect')
  await vi.waitFor(() => expect(openFiles.size).toBe(1))
  for (let turn = 0; turn < 6; turn += 1) {
    await sleep(500)
    for (let taken = 0; taken < 2_000_000;) {
      const chunk = line.read() as Buffer | null
      if (chunk) taken += chunk.byteLength
      else await once(line, 'readable')
    }
    expect([turn, openFiles.size]).toEqual([turn, 1])
  }
  await allIsFree()
  await app.close()
})
