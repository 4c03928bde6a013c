import { routes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radiograph } from '../../testing/dicom-objects.ts'
import { sendingClinic } from '../../testing/sending-clinic.ts'
import type { SendingClinic } from '../../testing/sending-clinic.ts'
import {
  dueInSeconds,
  patiently,
  secondMs,
  sendLimits,
  sendingPeers,
  sentTo,
} from '../../testing/sending-peers.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** How long is waited: for a peer that is dead, for one that is slow, by whoever asked, at the end. */
let server: TestServer
let clinic: SendingClinic
const { acceptor, rawPeer, atEnd } = sendingPeers()
beforeAll(async () => {
  server = await testServer({}, { sendLimits })
  clinic = await sendingClinic(server)
})
afterAll(() => server.close())

const sent = (port: number, count: number) => sentTo(clinic, port, count)

const minuteMs = 60 * secondMs

describe('waiting', () => {
  test(
    'grows to a quarter of an hour and ends after three days',
    { timeout: 120_000 },
    async () => {
      const { port, connections } = await rawPeer((socket) => socket.destroy())
      // A clock of its own: nobody else stays signed in for so long.
      const own = await testServer({}, { sendLimits })
      atEnd(own.close)
      const clinic = await sendingClinic(own)
      const dicomServerId = await clinic.addServer({ port })
      await clinic.send(dicomServerId, await clinic.addImages(1))
      const waits: number[] = []
      const start = own.clock().getTime()
      for (let attempt = 1; ; attempt += 1) {
        const tried = async () => {
          const [row] = await clinic.rows(dicomServerId)
          return row?.state === 'sending' ? undefined : row?.attempts
        }
        await expect.poll(tried, patiently).toBe(attempt)
        const nextTryOn = (await clinic.rows(dicomServerId))[0]?.nextTryOn ?? null
        if (nextTryOn === null) break
        const wait = (Date.parse(nextTryOn) - own.clock().getTime()) / secondMs
        waits.push(wait)
        // By leaps, once the longest wait is reached: three days have 288 of them.
        own.pass(attempt < 9 ? wait * secondMs : 12 * 60 * minuteMs)
      }
      expect(waits.slice(0, 8)).toEqual([10, 30, 60, 120, 300, 600, 900, 900])
      expect(Math.max(...waits)).toBe(900)
      const days = (own.clock().getTime() - start) / (24 * 60 * minuteMs)
      expect(Math.floor(days)).toBe(3)
      expect(await clinic.rows(dicomServerId)).toMatchObject([
        { state: 'failed', errorCode: 'connection/closed', nextTryOn: null },
      ])
      expect(connections()).toBe(waits.length + 1)
    },
  )

  test('is for the peer: many images do not call it more often', async () => {
    const { port, connections } = await rawPeer((socket) => socket.destroy())
    const { dicomServerId } = await sent(port, 4)
    expect(connections()).toBe(1)
    const [one] = await clinic.addImages(1)
    if (!one) throw new Error('no image')
    server.pass(5 * secondMs)
    await clinic.send(dicomServerId, [one])
    expect(connections()).toBe(2)
    // All wait as long as those that have waited longest.
    expect(new Set(await dueInSeconds(server, clinic, dicomServerId))).toEqual(new Set([30, 31]))
  })

  test('of 5000 images for a dead peer costs one call of it', { timeout: 120_000 }, async () => {
    const { port, connections } = await rawPeer((socket) => socket.destroy())
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
    const { status, error } = await clinic.send(dicomServerId, images)
    expect([status, error.code]).toEqual([424, 'connection/closed'])
    expect(connections()).toBe(1)
    const rows = await clinic.rows(dicomServerId)
    expect(
      rows.filter(({ attempts, state }) => attempts === 1 && state === 'waiting'),
    ).toHaveLength(5000)
    const body = { ids: rows.map((row) => row.id) }
    const cancelled = await server.call(routes.dicomSend.cancel, { body }, clinic.token)
    expect(cancelled.status).toBe(204)
    expect(new Set(await clinic.states(dicomServerId))).toEqual(new Set(['cancelled']))
  })

  test('for a dead peer holds up no other', { timeout: 60_000 }, async () => {
    const { port: hanging } = await rawPeer(() => undefined)
    const { port: good, stored } = await acceptor()
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

test('a server that stops lets go of what it sends', { timeout: 60_000 }, async () => {
  const { port } = await rawPeer(() => undefined)
  const patient = await testServer({})
  const own = await sendingClinic(patient)
  const dicomServerId = await own.addServer({ port })
  const waiting = own.send(dicomServerId, await own.addImages(2))
  await expect.poll(() => own.states(dicomServerId), patiently).toEqual(['sending', 'waiting'])
  const began = performance.now()
  await patient.app.close()
  expect(performance.now() - began).toBeLessThan(9000)
  expect(await own.rows(dicomServerId)).toMatchObject([
    { state: 'waiting', attempts: 0, errorCode: null },
    { state: 'waiting', attempts: 0, errorCode: null },
  ])
  await waiting
  await patient.close()
})

test(
  'nobody waits for ever: the call says what is still under way',
  { timeout: 90_000 },
  async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const { port } = await acceptor({
      handlers: {
        store: async ({ dataset }) => {
          await dataset.discard()
          await mayAnswer
          return { status: 0 }
        },
      },
    })
    const patient = await testServer({})
    atEnd(patient.close)
    const own = await sendingClinic(patient)
    const dicomServerId = await own.addServer({ port })
    const { status, body } = await own.send(dicomServerId, await own.addImages(2))
    expect([status, body]).toMatchObject([200, { sent: 0, waiting: 2 }])
    answer()
    await expect.poll(() => own.states(dicomServerId), patiently).toEqual(['sent', 'sent'])
  },
)

test('a peer that is slow gets it all the same', { timeout: 60_000 }, async () => {
  let blocks = 0
  const { port } = await acceptor({
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
  const patient = await testServer({})
  atEnd(patient.close)
  const own = await sendingClinic(patient)
  const dicomServerId = await own.addServer({ port })
  const file = radiograph('slow', {}, { rows: 3000, columns: 1020 })
  const { body } = await own.send(dicomServerId, [await own.addImage({ file })])
  expect(body).toMatchObject({ sent: 1 })
  // Each of a megabyte, and more of them than are read ahead of whoever takes them.
  expect(blocks).toBeGreaterThan(5)
})
