import { routes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { createSendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import type { SendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import {
  getSecondsUntilRetry,
  pollOptions,
  secondMs,
  sendLimits,
  setUpSendingPeers,
  sendNewImages,
} from '../../../testing/dicom/sending-peers.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

// Retry delays, slow peers, waiting callers and stopping of the send queue.
let server: TestServer
let clinic: SendingClinic
const { startAcceptor, startRawPeer, atEnd } = setUpSendingPeers()
beforeAll(async () => {
  server = await startTestServer({}, { sendLimits })
  clinic = await createSendingClinic(server)
})
afterAll(() => server.close())

const sent = (port: number, count: number) => sendNewImages(clinic, port, count)

const minuteMs = 60 * secondMs

describe('retries', () => {
  test(
    'the retry delay grows to 15 minutes, and retries end after three days',
    { timeout: 180_000 },
    async () => {
      const { port, connections } = await startRawPeer((socket) => socket.destroy())
      // A server with its own clock: the sessions of the shared one would expire.
      const own = await startTestServer({}, { sendLimits })
      atEnd(own.close)
      const clinic = await createSendingClinic(own)
      const dicomServerId = await clinic.addServer({ port })
      await clinic.send(dicomServerId, await clinic.addImages(1))
      const waits: number[] = []
      const start = own.clock().getTime()
      for (let attempt = 1; ; attempt += 1) {
        const tried = async () => {
          const [row] = await clinic.listSends(dicomServerId)
          return row?.state === 'sending' ? undefined : row?.attempts
        }
        await expect.poll(tried, pollOptions).toBe(attempt)
        const nextTryOn = (await clinic.listSends(dicomServerId))[0]?.nextTryOn ?? null
        if (nextTryOn === null) break
        const wait = (Date.parse(nextTryOn) - own.clock().getTime()) / secondMs
        waits.push(wait)
        // Twelve hours at once after the longest delay is reached: three days have 288 of them.
        own.advanceClock(attempt < 9 ? wait * secondMs : 12 * 60 * minuteMs)
      }
      expect(waits.slice(0, 8)).toEqual([10, 30, 60, 120, 300, 600, 900, 900])
      expect(Math.max(...waits)).toBe(900)
      const days = (own.clock().getTime() - start) / (24 * 60 * minuteMs)
      expect(Math.floor(days)).toBe(3)
      expect(await clinic.listSends(dicomServerId)).toMatchObject([
        { state: 'failed', errorCode: 'connection/closed', nextTryOn: null },
      ])
      expect(connections()).toBe(waits.length + 1)
    },
  )

  test('a dead peer is not contacted more often because of several images', async () => {
    const { port, connections } = await startRawPeer((socket) => socket.destroy())
    const { dicomServerId } = await sent(port, 4)
    expect(connections()).toBe(1)
    const [one] = await clinic.addImages(1)
    if (!one) throw new Error('no image')
    server.advanceClock(5 * secondMs)
    await clinic.send(dicomServerId, [one])
    expect(connections()).toBe(2)
    // All images wait for the longest delay among them.
    expect(new Set(await getSecondsUntilRetry(server, clinic, dicomServerId))).toEqual(
      new Set([30, 31]),
    )
  })

  test('5000 images for a dead peer cost one connection', { timeout: 180_000 }, async () => {
    const { port, connections } = await startRawPeer((socket) => socket.destroy())
    const dicomServerId = await clinic.addServer({ port })
    const { id } = await clinic.addImage()
    const { id: _id, ...image } = await server.unscopedDb
      .selectFrom('image')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const images: { id: ImageId }[] = []
    for (let at = 0; at < 5000; at += 500) {
      const copies = Array.from({ length: 500 }, (_, index) => ({
        ...image,
        sopInstanceUID: `${image.sopInstanceUID}.${at + index}`,
      }))
      images.push(
        ...(await server.unscopedDb.insertInto('image').values(copies).returning('id').execute()),
      )
    }
    expect(await clinic.send(dicomServerId, images)).toRefuse('connection/closed')
    expect(connections()).toBe(1)
    const rows = await clinic.listSends(dicomServerId)
    expect(
      rows.filter(({ attempts, state }) => attempts === 1 && state === 'waiting'),
    ).toHaveLength(5000)
    const body = { ids: rows.map((row) => row.id) }
    const cancelled = await server.call(routes.dicomSend.cancel, { body }, clinic.token)
    expect(cancelled.status).toBe(204)
    expect(new Set(await clinic.listSendStates(dicomServerId))).toEqual(new Set(['cancelled']))
  })

  test('a dead peer does not delay other peers', { timeout: 180_000 }, async () => {
    const { port: hanging } = await startRawPeer(() => undefined)
    const { port: good, stored } = await startAcceptor()
    const dead = await Promise.all(
      Array.from({ length: 8 }, () => clinic.addServer({ port: hanging })),
    )
    const images = await clinic.addImages(3)
    const others = dead.map((id) => clinic.send(id, images))
    const alive = await clinic.addServer({ port: good })
    const began = performance.now()
    expect((await clinic.send(alive, images)).body).toMatchObject({ sent: 3 })
    expect(performance.now() - began).toBeLessThan(3000)
    expect(stored).toHaveLength(3)
    for (const { status } of await Promise.all(others)) expect(status).toBe(424)
  })
})

test(
  'a stopping server releases its claims without counting the attempt',
  { timeout: 180_000 },
  async () => {
    const { port } = await startRawPeer(() => undefined)
    const patient = await startTestServer({})
    const own = await createSendingClinic(patient)
    const dicomServerId = await own.addServer({ port })
    const waiting = own.send(dicomServerId, await own.addImages(2))
    await expect
      .poll(() => own.listSendStates(dicomServerId), pollOptions)
      .toEqual(['sending', 'waiting'])
    const began = performance.now()
    await patient.app.close()
    expect(performance.now() - began).toBeLessThan(9000)
    expect(await own.listSends(dicomServerId)).toMatchObject([
      { state: 'waiting', attempts: 0, errorCode: null },
      { state: 'waiting', attempts: 0, errorCode: null },
    ])
    await waiting
    await patient.close()
  },
)

test(
  'a send request returns after its time limit and counts the waiting images',
  { timeout: 180_000 },
  async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const { port } = await startAcceptor({
      handlers: {
        store: async ({ dataset }) => {
          await dataset.discard()
          await mayAnswer
          return { status: 0 }
        },
      },
    })
    const patient = await startTestServer({})
    atEnd(patient.close)
    const own = await createSendingClinic(patient)
    const dicomServerId = await own.addServer({ port })
    const { status, body } = await own.send(dicomServerId, await own.addImages(2))
    expect([status, body]).toMatchObject([200, { sent: 0, waiting: 2 }])
    answer()
    await expect
      .poll(() => own.listSendStates(dicomServerId), pollOptions)
      .toEqual(['sent', 'sent'])
  },
)

test('a slow peer receives a large image', { timeout: 180_000 }, async () => {
  let blocks = 0
  const { port } = await startAcceptor({
    handlers: {
      store: async ({ dataset }) => {
        for await (const _bytes of dataset) {
          blocks += 1
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        return { status: dataset.size > 6_000_000 ? 0 : 0xc000 }
      },
    },
  })
  const patient = await startTestServer({})
  atEnd(patient.close)
  const own = await createSendingClinic(patient)
  const dicomServerId = await own.addServer({ port })
  const file = createRadiograph('slow', {}, { rows: 3000, columns: 1020 })
  const { body } = await own.send(dicomServerId, [await own.addImage({ file })])
  expect(body).toMatchObject({ sent: 1 })
  // Blocks of one megabyte, more than the receive buffer holds.
  expect(blocks).toBeGreaterThan(5)
})
