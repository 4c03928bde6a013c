import { routes } from '@talus/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestAcceptor } from '../../../dimse/testing/test-acceptor.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createSendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import type { SendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let clinic: SendingClinic
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer()
  clinic = await createSendingClinic(server)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => server.close())

const patiently = { timeout: 10_000, interval: 20 }

async function sink(change: Parameters<typeof startTestAcceptor>[0] = {}) {
  const acceptor = await startTestAcceptor(change)
  closing.push(() => acceptor.stop(0))
  return acceptor
}

const trail = () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', 'image.send')
    .where('clinicId', '=', clinic.id)
    .orderBy('id', 'desc')
    .execute()

describe('sending', () => {
  test('images are sent as they are stored, and the send is recorded', async () => {
    const { port, stored } = await sink()
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(3)
    const { status, body } = await clinic.send(dicomServerId, images)
    expect([status, body]).toEqual([
      200,
      { sent: 3, waiting: 0, sendIds: (await clinic.listSends(dicomServerId)).map(({ id }) => id) },
    ])
    expect(stored).toMatchObject(images.map(({ sopInstance, hash }) => ({ sopInstance, hash })))
    expect(await clinic.listSends(dicomServerId)).toMatchObject(
      images.map(({ id }) => ({
        imageId: id,
        state: 'sent',
        attempts: 1,
        errorCode: null,
        nextTryOn: null,
        finishedOn: server.clock().toISOString(),
        isAutomatic: false,
      })),
    )
    expect((await trail())[0]).toMatchObject({
      entityId: dicomServerId,
      subject: 'PACS 1',
      userId: clinic.senderId,
      after: { imageIds: images.map(({ id }) => id), isAutomatic: false },
    })
  })

  test('sent images can be sent again, with one row for each image', async () => {
    const { port, stored } = await sink()
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(2)
    await clinic.send(dicomServerId, images)
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 2, waiting: 0 })
    expect(stored).toHaveLength(4)
    expect(await clinic.listSendStates(dicomServerId)).toEqual(['sent', 'sent'])
  })

  test('two concurrent requests send the images once and are recorded once', async () => {
    let arrived = 0
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const { port } = await sink({
      handlers: {
        store: async ({ dataset }) => {
          await dataset.discard()
          arrived += 1
          await mayAnswer
          return { status: 0 }
        },
      },
    })
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(2)
    const before = (await trail()).length
    const first = clinic.send(dicomServerId, images)
    await expect.poll(() => arrived, patiently).toBe(1)
    const second = clinic.send(dicomServerId, images)
    // The second request leaves no trace in the queue; a busy computer takes a while to look it up.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    answer()
    expect((await first).body).toMatchObject({ sent: 2 })
    expect((await second).body).toMatchObject({ sent: 2 })
    expect(arrived).toBe(2)
    expect(await trail()).toHaveLength(before + 1)
  })

  test('an image listed twice in a request is sent once', async () => {
    const { port, stored } = await sink()
    const dicomServerId = await clinic.addServer({ port })
    const image = await clinic.addImage()
    expect((await clinic.send(dicomServerId, [image, image])).body).toMatchObject({ sent: 1 })
    expect(stored).toHaveLength(1)
  })

  test('rejected, deleted, unknown and other clinics’ images cannot be sent', async () => {
    const dicomServerId = await clinic.addServer({})
    const other = await createSendingClinic(server)
    const good = await clinic.addImage()
    const rejected = await clinic.addImage({ isRejected: true })
    const patientId = await clinic.addPatient('Gone')
    const deleted = await clinic.addImage()
    await server.unscopedDb
      .updateTable('image')
      .set({ studyId: await clinic.addStudy(patientId, true) })
      .where('id', '=', deleted.id)
      .execute()
    for (const bad of [rejected, deleted, await other.addImage(), { id: 999_999 as never }]) {
      expect(await clinic.send(dicomServerId, [good, bad])).toRefuse('record/not-found')
    }
    const otherServerId = await other.addServer({})
    expect((await clinic.send(otherServerId, [good])).status).toBe(404)
    expect(await clinic.listSends(dicomServerId)).toEqual([])
    // A user with access to both clinics cannot mix them either.
    const root = await server.createToken(server.first.users.root.id)
    const body = { dicomServerId: otherServerId, imageIdList: [good.id] }
    expect((await server.call(routes.dicomServer.send, { body }, root)).status).toBe(404)
  })

  test('a send to an unreachable server is refused with the reason and retried', async () => {
    const port = await findFreePort()
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(2)
    const { status, error } = await clinic.send(dicomServerId, images, 'fr')
    expect([status, error]).toEqual([
      424,
      {
        code: 'connection/refused',
        message: `127.0.0.1 a refusé la connexion sur le port ${port}. Vérifiez le port, et que le programme y est bien en marche.`,
      },
    ])
    expect(await clinic.listSends(dicomServerId)).toMatchObject(
      [10, 11].toReversed().map((seconds) => ({
        state: 'waiting',
        attempts: 1,
        errorCode: 'connection/refused',
        nextTryOn: new Date(server.clock().getTime() + seconds * 1000).toISOString(),
      })),
    )
    const acceptor = await startTestAcceptor({ port })
    closing.push(() => acceptor.stop(0))
    server.advanceClock(11_000)
    await expect
      .poll(() => clinic.listSendStates(dicomServerId), patiently)
      .toEqual(['sent', 'sent'])
    expect(await clinic.listSends(dicomServerId)).toMatchObject([
      { errorCode: null, errorValues: null },
      { errorCode: null, errorValues: null },
    ])
  })

  test('a missing or damaged file fails without delaying other images', async () => {
    const { port, stored } = await sink()
    const dicomServerId = await clinic.addServer({ port })
    const damaged = await clinic.addImage({ sha256: 'f'.repeat(64) })
    const missing = await clinic.addImage()
    const good = await clinic.addImage()
    const { filePath } = await server.unscopedDb
      .selectFrom('image')
      .select('filePath')
      .where('id', '=', missing.id)
      .executeTakeFirstOrThrow()
    await server.files.remove(filePath)
    const { body } = await clinic.send(dicomServerId, [damaged, missing, good])
    expect(body).toMatchObject({ sent: 1, waiting: 0 })
    expect(stored.map(({ sopInstance }) => sopInstance)).toEqual([good.sopInstance])
    expect(await clinic.listSends(dicomServerId)).toMatchObject([
      { state: 'failed', errorCode: 'image/unreadable' },
      { state: 'failed', errorCode: 'image/missing' },
      { state: 'sent' },
    ])
    const alone = await clinic.send(dicomServerId, [missing])
    expect(alone.status).toBe(404)
    expect(alone.error.message).toMatch(/^The file of this image is missing on the server\./u)
  })

  test('automatic sending does not wait, and marks the images', async () => {
    const dicomServerId = await clinic.addServer({ port: await findFreePort(), autoSend: true })
    const images = await clinic.addImages(2)
    const body = { dicomServerId, imageIdList: images.map(({ id }) => id) }
    const answer = await server.call(routes.dicomServer.sendAutomatically, { body }, clinic.token)
    expect(answer).toMatchObject({ status: 200, body: { sent: 0, waiting: 2 } })
    expect(await clinic.listSends(dicomServerId)).toMatchObject([
      { isAutomatic: true },
      { isAutomatic: true },
    ])
    const marked = await server.unscopedDb
      .selectFrom('image')
      .select('isAutoSent')
      .where('id', 'in', body.imageIdList)
      .execute()
    expect(marked).toEqual([{ isAutoSent: true }, { isAutoSent: true }])
  })

  test('the end of a capture sends the new images of the study to every automatic server', async () => {
    const own = await createSendingClinic(server)
    const ports = [(await sink()).port, (await sink()).port]
    const automatic = []
    for (const port of ports) automatic.push(await own.addServer({ port, autoSend: true }))
    const other = await own.addServer({ port: ports[0] ?? 0 })
    const images = await own.addImages(2)
    await own.addImage({ isRejected: true })
    const finish = () =>
      server.call(
        routes.dicomServer.sendAutomatically,
        { body: { studyId: own.studyId } },
        own.token,
      )
    expect(await finish()).toMatchObject({ status: 200, body: { sent: 0, waiting: 4 } })
    for (const id of automatic)
      expect((await own.listSends(id)).map(({ imageId }) => imageId)).toEqual(
        images.map(({ id: imageId }) => imageId),
      )
    expect(await own.listSends(other)).toEqual([])
    // The same images are not sent a second time.
    expect((await finish()).body).toEqual({ sent: 0, waiting: 0, sendIds: [] })
    const stranger = await server.createToken(server.second.users.staff.id)
    const body = { studyId: own.studyId }
    const refused = await server.call(routes.dicomServer.sendAutomatically, { body }, stranger)
    expect(refused).toRefuse('record/not-found')
  })

  test('a study in a clinic without automatic servers, and a deleted study, send nothing', async () => {
    const own = await createSendingClinic(server)
    await own.addImages(1)
    const finish = () =>
      server.call(
        routes.dicomServer.sendAutomatically,
        { body: { studyId: own.studyId } },
        own.token,
      )
    expect((await finish()).body).toEqual({ sent: 0, waiting: 0, sendIds: [] })
    const { isAutoSent } = await server.unscopedDb
      .selectFrom('image')
      .select('isAutoSent')
      .where('studyId', '=', own.studyId)
      .executeTakeFirstOrThrow()
    expect(isAutoSent).toBe(false)
    await own.addServer({ port: await findFreePort(), autoSend: true })
    const change = server.unscopedDb.updateTable('study').set({ isDeleted: true })
    await change.where('id', '=', own.studyId).execute()
    expect(await finish()).toMatchObject({ status: 200, body: { waiting: 0 } })
  })

  test('retries use changed server settings, and end when the server is deleted', async () => {
    const dicomServerId = await clinic.addServer({ port: await findFreePort() })
    const images = await clinic.addImages(1)
    await clinic.send(dicomServerId, images)
    const { port, stored } = await sink()
    const change = server.unscopedDb.updateTable('dicomServer').set({ port })
    await change.where('id', '=', dicomServerId).execute()
    server.advanceClock(11_000)
    await expect.poll(() => clinic.listSendStates(dicomServerId), patiently).toEqual(['sent'])
    expect(stored).toHaveLength(1)
    const admin = await server.createToken(server.first.users.superAdmin.id)
    const params = { id: dicomServerId }
    expect((await server.call(routes.dicomServer.remove, { params }, admin)).status).toBe(204)
    expect(await clinic.listSends(dicomServerId)).toEqual([])
  })

  test('a queued image that is rejected meanwhile is not sent', async () => {
    const port = await findFreePort()
    const dicomServerId = await clinic.addServer({ port })
    const [image, ...others] = await clinic.addImages(2)
    if (!image) throw new Error('no image')
    await clinic.send(dicomServerId, [image, ...others])
    const reject = server.unscopedDb.updateTable('image').set({ isRejected: true })
    await reject.where('id', '=', image.id).execute()
    const acceptor = await startTestAcceptor({ port })
    closing.push(() => acceptor.stop(0))
    server.advanceClock(11_000)
    await expect
      .poll(() => clinic.listSendStates(dicomServerId), patiently)
      .toEqual(['cancelled', 'sent'])
    expect(acceptor.stored).toHaveLength(1)
  })
})

describe('the queue', () => {
  const page = async (query: object, language = 'en', token = clinic.token) =>
    server.call(routes.dicomSend.page, { query }, token, { 'accept-language': language })

  test('the queue page shows, sorts, filters and searches sends', async () => {
    const own = await createSendingClinic(server)
    const { port } = await sink()
    const [dead, alive] = [
      await own.addServer({ port: await findFreePort(), serverName: 'Étage' }),
      await own.addServer({ port, serverName: 'archive' }),
    ]
    const images = await own.addImages(2)
    await own.send(alive, images)
    server.advanceClock(1000)
    await own.send(dead, images.slice(0, 1))
    const all = await page({}, 'fr', own.token)
    expect(all.body).toMatchObject({
      total: 3,
      rows: [
        {
          serverName: 'Étage',
          state: 'waiting',
          attempts: 1,
          patientName: expect.stringContaining('Élan'),
          bodyPart: 'Chest',
          studyId: own.studyId,
          error: expect.stringContaining('a refusé la connexion'),
          nextTryOn: expect.any(String),
          finishedOn: null,
          user: expect.stringContaining('sender.'),
        },
        { serverName: 'archive', state: 'sent', error: null, nextTryOn: null },
        { serverName: 'archive', state: 'sent', error: null },
      ],
    })
    const names = async (query: object) =>
      (await page(query, 'en', own.token)).body.rows.map(({ serverName }) => serverName)
    expect(await names({ state: 'open' })).toEqual(['Étage'])
    expect(await names({ state: 'sent' })).toEqual(['archive', 'archive'])
    expect(await names({ search: 'etage' })).toEqual(['Étage'])
    expect(await names({ search: 'elan arch' })).toEqual(['archive', 'archive'])
    expect(await names({ search: 'nobody' })).toEqual([])
    expect(await names({ dicomServerId: dead })).toEqual(['Étage'])
    expect(await names({ sort: 'server', desc: '0', size: 1, page: 2 })).toEqual(['Étage'])
    for (const sort of ['createdOn', 'state', 'server', 'patientName', 'attempts'])
      expect(await names({ sort })).toHaveLength(3)
  })

  test('the queue returns sends by ID, and none of other clinics', async () => {
    const other = await createSendingClinic(server)
    const { port } = await sink()
    const [mine, theirs] = [await clinic.addServer({ port }), await other.addServer({ port })]
    const { body: sent } = await clinic.send(mine, await clinic.addImages(1))
    const { body: foreign } = await other.send(theirs, await other.addImages(1))
    const body = { ids: [...sent.sendIds, ...foreign.sendIds] }
    const some = await server.call(routes.dicomSend.some, { body }, clinic.token)
    expect(some.body).toMatchObject([{ id: sent.sendIds[0], state: 'sent' }])
    for (const route of [routes.dicomSend.retry, routes.dicomSend.cancel])
      expect((await server.call(route, { body }, clinic.token)).status).toBe(404)
  })

  test('waiting sends are cancelled, and cancelled ones retried at once', async () => {
    const port = await findFreePort()
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(2)
    await clinic.send(dicomServerId, images)
    const ids = (await clinic.listSends(dicomServerId)).map(({ id }) => id)
    const cancelled = await server.call(
      routes.dicomSend.cancel,
      { body: { ids: ids.slice(0, 1) } },
      clinic.token,
    )
    expect(cancelled.status).toBe(204)
    expect(await clinic.listSendStates(dicomServerId)).toEqual(['cancelled', 'waiting'])
    const acceptor = await startTestAcceptor({ port })
    closing.push(() => acceptor.stop(0))
    // The retry delay has not passed.
    const retried = await server.call(routes.dicomSend.retry, { body: { ids } }, clinic.token)
    expect(retried.status).toBe(204)
    await expect
      .poll(() => clinic.listSendStates(dicomServerId), patiently)
      .toEqual(['sent', 'sent'])
    // Sent images stay sent.
    await server.call(routes.dicomSend.cancel, { body: { ids } }, clinic.token)
    await server.call(routes.dicomSend.retry, { body: { ids } }, clinic.token)
    expect(await clinic.listSendStates(dicomServerId)).toEqual(['sent', 'sent'])
    expect(acceptor.stored).toHaveLength(2)
  })
})
