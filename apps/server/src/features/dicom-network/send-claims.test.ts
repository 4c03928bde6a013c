import type { DicomServerId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendingClinic } from '../../testing/sending-clinic.ts'
import type { SendingClinic } from '../../testing/sending-clinic.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import * as claims from './send-claims.queries.ts'
import { enqueue } from './send-queue.queries.ts'
import { ClinicDb } from '../../db/clinic-db.ts'

/** Several processes on one queue, as far as the database can tell; no worker of ours is among them. */
let server: TestServer
let clinic: SendingClinic
let serverId: DicomServerId
beforeAll(async () => {
  server = await testServer()
  await server.app.close()
})
beforeEach(async () => {
  clinic = await sendingClinic(server)
  serverId = await clinic.addServer({})
})
afterAll(() => server.close())

const take = (limit = 10) =>
  claims.claim(server.unscopedDb, serverId, { now: server.clock(), limit })

async function queue(count: number) {
  const images = await clinic.addImages(count)
  const db = new ClinicDb(server.unscopedDb, [clinic.id])
  await enqueue(db, {
    clinicId: clinic.id,
    dicomServerId: serverId,
    imageIds: images.map(({ id }) => id),
    userId: clinic.senderId,
    isAutomatic: false,
    now: server.clock().toISOString(),
  })
}

test('of many who ask at once, one is given the server', async () => {
  await queue(3)
  const taken = await Promise.all(Array.from({ length: 6 }, () => take()))
  expect(taken.filter((batch) => batch !== undefined)).toHaveLength(1)
  expect(await clinic.states(serverId)).toEqual(['sending', 'waiting', 'waiting'])
})

test('who holds it goes on to the next image without letting go', async () => {
  await queue(2)
  const batch = await take()
  if (!batch) throw new Error('nothing to send')
  const ids = batch.images.map(({ id }) => id)
  const sent = { claim: batch.claimed, serverId, verdict: { is: 'sent' } } as const
  const next = await claims.settle(server.unscopedDb, sent, ids.slice(1), server.clock())
  expect(next).toEqual({ id: ids[1], attempts: 1 })
  expect(await take()).toBeUndefined()
  expect(await clinic.states(serverId)).toEqual(['sent', 'sending'])
})

test('a claim lasts while there are signs of life, and then belongs to whoever asks', async () => {
  await queue(1)
  const first = await take()
  if (!first) throw new Error('nothing to send')
  server.pass(claims.claimMs - 1)
  expect(await claims.extend(server.unscopedDb, first.claimed, server.clock())).toBe(true)
  server.pass(claims.claimMs - 1)
  expect(await take()).toBeUndefined()
  server.pass(1)
  const second = await take()
  expect(second?.claimed).toEqual({ id: first.claimed.id, attempts: 2 })
  // The one who slept through it can change nothing any more.
  const sent = { claim: first.claimed, serverId, verdict: { is: 'sent' } } as const
  expect(await claims.settle(server.unscopedDb, sent, [], server.clock())).toBe('lost')
  expect(await claims.extend(server.unscopedDb, first.claimed, server.clock())).toBe(false)
  expect(await clinic.states(serverId)).toEqual(['sending'])
})

test('an image that ends the process each time gets more and more time', async () => {
  await queue(1)
  for (let crash = 1; crash <= 3; crash += 1) {
    expect((await take())?.claimed.attempts).toBe(crash)
    server.pass(claims.claimMs)
  }
  expect(await take()).toBeUndefined()
  server.pass(60_000)
  expect((await take())?.claimed.attempts).toBe(4)
})

test('what died on its way comes after what has waited', async () => {
  await queue(2)
  const first = await take()
  server.pass(claims.claimMs)
  const second = await take()
  expect(second?.images.map(({ id }) => id)).toEqual(first?.images.map(({ id }) => id).toReversed())
})

test('a server that is deleted meanwhile leaves nothing to note', async () => {
  await queue(1)
  const batch = await take()
  if (!batch) throw new Error('nothing to send')
  await server.unscopedDb.deleteFrom('dicomServer').where('id', '=', serverId).execute()
  const sent = { claim: batch.claimed, serverId, verdict: { is: 'sent' } } as const
  expect(await claims.settle(server.unscopedDb, sent, [], server.clock())).toBe('lost')
})

test('thousands of images are taken by portions', async () => {
  await queue(30)
  expect((await take(7))?.images).toHaveLength(7)
})
