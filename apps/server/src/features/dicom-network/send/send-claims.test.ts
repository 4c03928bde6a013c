import type { DicomServerId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import type { SendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import * as claims from './send-claims.queries.ts'
import { enqueue } from './send-queue.queries.ts'
import { ClinicDb } from '../../../db/clinic-db.ts'

// Simulates several processes on one queue; the server's own send worker is stopped.
let server: TestServer
let clinic: SendingClinic
let serverId: DicomServerId
beforeAll(async () => {
  server = await startTestServer()
  await server.app.close()
})
beforeEach(async () => {
  clinic = await createSendingClinic(server)
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

test('only one of several concurrent claims gets the server', async () => {
  await queue(3)
  const taken = await Promise.all(Array.from({ length: 6 }, () => take()))
  expect(taken.filter((batch) => batch !== undefined)).toHaveLength(1)
  expect(await clinic.listSendStates(serverId)).toEqual(['sending', 'waiting', 'waiting'])
})

test('settling an image claims the next one in the same step', async () => {
  await queue(2)
  const batch = await take()
  if (!batch) throw new Error('nothing to send')
  const ids = batch.images.map(({ id }) => id)
  const sent = { claim: batch.claimed, serverId, result: { is: 'sent' } } as const
  const next = await claims.settle(server.unscopedDb, sent, ids.slice(1), server.clock())
  expect(next).toEqual({ id: ids[1], attempts: 1 })
  expect(await take()).toBeUndefined()
  expect(await clinic.listSendStates(serverId)).toEqual(['sent', 'sending'])
})

test('a claim lasts while it is extended, and can be taken over after it expires', async () => {
  await queue(1)
  const first = await take()
  if (!first) throw new Error('nothing to send')
  server.advanceClock(claims.claimMs - 1)
  expect(await claims.extend(server.unscopedDb, first.claimed, server.clock())).toBe(true)
  server.advanceClock(claims.claimMs - 1)
  expect(await take()).toBeUndefined()
  server.advanceClock(1)
  const second = await take()
  expect(second?.claimed).toEqual({ id: first.claimed.id, attempts: 2 })
  // The process whose claim expired can change nothing any more.
  const sent = { claim: first.claimed, serverId, result: { is: 'sent' } } as const
  expect(await claims.settle(server.unscopedDb, sent, [], server.clock())).toBe('lost')
  expect(await claims.extend(server.unscopedDb, first.claimed, server.clock())).toBe(false)
  expect(await clinic.listSendStates(serverId)).toEqual(['sending'])
})

test('an image whose sending crashes the process is retried with back-off', async () => {
  await queue(1)
  for (let crash = 1; crash <= 3; crash += 1) {
    expect((await take())?.claimed.attempts).toBe(crash)
    server.advanceClock(claims.claimMs)
  }
  expect(await take()).toBeUndefined()
  server.advanceClock(60_000)
  expect((await take())?.claimed.attempts).toBe(4)
})

test('an image with an expired claim is sent after the waiting ones', async () => {
  await queue(2)
  const first = await take()
  server.advanceClock(claims.claimMs)
  const second = await take()
  expect(second?.images.map(({ id }) => id)).toEqual(first?.images.map(({ id }) => id).toReversed())
})

test('settling is lost when the server was deleted meanwhile', async () => {
  await queue(1)
  const batch = await take()
  if (!batch) throw new Error('nothing to send')
  await server.unscopedDb.deleteFrom('dicomServer').where('id', '=', serverId).execute()
  const sent = { claim: batch.claimed, serverId, result: { is: 'sent' } } as const
  expect(await claims.settle(server.unscopedDb, sent, [], server.clock())).toBe('lost')
})

test('a claim returns at most the given number of images', async () => {
  await queue(30)
  expect((await take(7))?.images).toHaveLength(7)
})
