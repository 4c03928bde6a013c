import { allRoutes, noFlags, routes } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ClinicDb } from '../../db/clinic-db.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { createZip } from '../../testing/images/create-zip.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { createImportNotes } from './import-notes.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({}, { collectRefusalsMs: 2000 })
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

/** The refusals of two seconds are counted together. */
const waiting = { timeout: 15_000, interval: 100 }
vi.setConfig({ testTimeout: 60_000 })

const listEvents = (action: string) =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()

const send = (path: string, type: string, payload: Buffer) =>
  server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })

const readTrail = async (search: string) => {
  const admin = await server.createToken(server.first.users.root.id)
  const query = { search, size: 10, sort: 'at', desc: '1', page: 0 } as const
  return server.call(routes.audit.page, { query }, admin)
}

describe('received images', () => {
  const otherAnimal = {
    PatientName: 'Roy^Bella',
    PatientID: 'B-12',
    StudyInstanceUID: toUid('study of Bella'),
    SeriesInstanceUID: toUid('series of Bella'),
  }

  const waitingUids = {
    StudyInstanceUID: toUid('doubtful study'),
    SeriesInstanceUID: toUid('doubtful series'),
  }

  test('an imported zip names each animal with its study and images', async () => {
    const zip = createZip([
      { name: 'rex1.dcm', bytes: createRadiograph('rex1') },
      { name: 'rex2.dcm', bytes: createRadiograph('rex2') },
      { name: 'bella.dcm', bytes: createRadiograph('bella', otherAnimal) },
    ])
    expect((await send('image/import?name=cd.zip', 'application/zip', zip)).statusCode).toBe(200)
    expect(await listEvents('image.import')).toMatchObject([
      {
        subject: 'cd.zip',
        after: {
          patientName: 'Rex',
          patientId: 'X-77',
          studyInstanceUID: toUid('study'),
          images: 2,
          sopInstanceUIDs: [toUid('image rex1'), toUid('image rex2')],
        },
      },
      { subject: 'cd.zip', after: { patientName: 'Bella', patientId: 'B-12', images: 1 } },
    ])
  })

  test('the entries of an animal are found by its name and its number', async () => {
    for (const word of ['bella', 'B-12'])
      expect((await readTrail(`${word} cd.zip`)).body).toMatchObject({
        rows: [{ action: 'image.import', after: { patientName: 'Bella' } }],
        total: 1,
      })
  })

  test('an image stored by DICOMweb names its animal, and one in the tray says that it waits', async () => {
    await send('dicom-web/studies', 'application/dicom', createRadiograph('rex3'))
    const claimed = { PatientName: 'Roy^Milou', PatientID: 'X-77', ...waitingUids }
    await send('dicom-web/studies', 'application/dicom', createRadiograph('doubtful', claimed))
    expect((await listEvents('image.import')).slice(2)).toMatchObject([
      { subject: 'DICOMweb', after: { patientName: 'Rex', patientId: 'X-77' } },
      { subject: 'DICOMweb', entityId: null, after: { isWaiting: true, images: 1 } },
    ])
  })
})

test('the only image of an import is recorded in the transaction of the image', async () => {
  const { id, username } = server.first.users.staff
  const clinicId = server.first.id
  const db = new ClinicDb(server.unscopedDb, [clinicId])
  const notes = createImportNotes(
    {
      db,
      actor: { id, username, clinicId, assignedClinicIds: [], flags: noFlags },
      address: '',
      clock: () => new Date(),
    },
    { clinicId, subject: 'single.dcm', isSingle: () => true },
  )
  const listSingle = async (db: ClinicDb) =>
    (await db.selectFrom('auditEvent').selectAll().execute()).filter(
      ({ subject }) => subject === 'single.dcm',
    )
  const image = { sopInstanceUID: toUid('single') }
  await expect(
    db.transaction(async (db) => {
      await notes.inTransaction(db, image)
      expect(await listSingle(db)).toHaveLength(1)
      throw new Error('the image cannot be stored')
    }),
  ).rejects.toThrow('cannot be stored')
  expect(await listSingle(db)).toEqual([])
  await db.transaction((db) => notes.inTransaction(db, image))
  await notes.record([image])
  expect(await listSingle(db)).toMatchObject([
    { action: 'image.import', after: { images: 1, sopInstanceUIDs: [toUid('single')] } },
  ])
})

describe('refused calls', () => {
  const refusals = async (userId: number) =>
    (await listEvents('session.refused')).filter((event) => event.userId === userId)

  test('a user without the right is recorded once, and further tries of a minute are counted', async () => {
    const { id, username } = server.first.users.staff
    const params = { id: server.first.users.doctor.id }
    for (let time = 0; time < 5; time += 1)
      expect(await server.call(routes.user.remove, { params }, token)).toRefuse('access/forbidden')
    await vi.waitFor(
      async () =>
        expect(await refusals(id)).toMatchObject([
          { username, subject: 'DELETE /user/deleteuser/:id', after: { count: 1 } },
          {
            subject: 'DELETE /user/deleteuser/:id',
            after: { count: 4, reason: 'access/forbidden' },
          },
        ]),
      waiting,
    )
  })

  test('a record of another clinic is recorded, one that exists nowhere is not', async () => {
    const { id } = server.first.users.doctor
    const doctor = await server.createToken(id)
    const get = (studyId: number) =>
      server.app.inject({
        url: `${server.config.apiBase}study/${studyId}`,
        headers: { authorization: `Bearer ${doctor}` },
      })
    const foreign = await get(server.second.records.studyId)
    const nowhere = await get(999_999)
    expect(foreign.json<ErrorReply>()).toEqual(nowhere.json<ErrorReply>())
    await vi.waitFor(
      async () =>
        expect(await refusals(id)).toMatchObject([
          {
            subject: 'GET /study/:id',
            clinicId: server.first.id,
            after: { reason: 'access/other-clinic', count: 1 },
          },
        ]),
      waiting,
    )
  })

  test('a user who tries every route leaves a limited number of entries', async () => {
    const { id } = server.second.users.staff
    const other = await server.createToken(id)
    const tried = allRoutes.filter(
      ({ route: { method, path } }) =>
        method === 'DELETE' || method === 'PUT' || /user|bridge/iu.test(path),
    )
    await Promise.all(
      tried.map(({ route: { method, path } }) => {
        const url = `${server.config.apiBase}${path.slice(1).replaceAll(/:\w+/gu, '1')}`
        return server.app.inject({ method, url, headers: { authorization: `Bearer ${other}` } })
      }),
    )
    await vi.waitFor(
      async () =>
        expect(await refusals(id)).toContainEqual(expect.objectContaining({ subject: '' })),
      waiting,
    )
    expect((await refusals(id)).length).toBeLessThan(30)
  })
})

test('a request for a new password is recorded once for an account and address', async () => {
  const { username, id } = server.first.users.doctor
  const request = (name: string) => server.call(routes.auth.sendReset, { body: { username: name } })
  const seeRecorded = (...expected: object[]) =>
    vi.waitFor(async () => {
      const events = await listEvents('user.request-reset')
      expect(
        events.toSorted((one, other) => one.subject.length - other.subject.length),
      ).toMatchObject(expected)
    }, waiting)
  const ofUser = { userId: null, entityId: id, subject: username, address: '127.0.0.1' }
  // Requests are recorded after their answer, so these overlap.
  await Promise.all([username, username, username].map(request))
  await seeRecorded(ofUser)
  await request(username)
  await request('no such user')
  await seeRecorded({ userId: null, entityId: null, subject: '' }, ofUser)
})

describe('changes', () => {
  test('a form that is saved as it was leaves no entry', async () => {
    const clinicId = server.first.id
    const draft = { name: 'Ann Same', clinicId, address: '', phone: '', email: '' }
    const owner = await server.call(routes.owner.create, { body: draft }, token)
    const body = { ...draft, id: owner.body.id }
    await server.call(routes.owner.update, { body }, token)
    expect(await listEvents('owner.update')).toEqual([])
    await server.call(routes.owner.update, { body: { ...body, name: 'Ann Other' } }, token)
    expect(await listEvents('owner.update')).toMatchObject([{ after: { name: 'Ann Other' } }])
  })

  test('the owner of an animal is named for the reader', async () => {
    const clinicId = server.first.id
    const address = { address: '', phone: '', email: '' }
    const owner = await server.call(
      routes.owner.create,
      { body: { name: 'Zoé Lavoie', clinicId, ...address } },
      token,
    )
    const ownerId = owner.body.id
    await server.call(
      routes.patient.create,
      { body: { name: 'Plume', clinicId, speciesId: 2, sex: 'Female', ownerId } },
      token,
    )
    const reply = await readTrail('plume')
    expect(reply.body).toMatchObject({
      rows: [{ after: { ownerId } }],
      ownerNames: { [ownerId]: 'Zoé Lavoie' },
    })
  })
})
