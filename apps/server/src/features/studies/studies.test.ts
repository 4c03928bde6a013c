import { routes } from '@talus/contract'
import type { CaseStatus, StudyId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../../testing/records/listed-study.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startTestServer()
  staff = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

const newPatient = async (name = 'Nova') => {
  const { first, unscopedDb } = server
  const place = { clinicId: first.id, userId: first.users.staff.id }
  const { patientId } = await insertListedStudy(unscopedDb, place, {
    patient: name,
    owner: 'Zoé Île',
    createdOn: '2025-12-01T12:00:00.000Z',
  })
  return patientId
}
const start = (body: object, token = staff) =>
  server.call(
    routes.study.create,
    { body: { patientId: server.first.records.patientId, ...body } },
    token,
  )
const studiesOf = async (patientId: number) =>
  (await server.call(routes.study.ofPatient, { query: { patientId } }, staff)).body

test('an animal without studies has an empty list', async () => {
  const patientId = await newPatient('Luna')
  await server.unscopedDb
    .updateTable('study')
    .set({ patientId: await newPatient('Stella') })
    .where('patientId', '=', patientId)
    .execute()
  expect(await studiesOf(patientId)).toEqual([])
})

describe('a study', () => {
  test('a study needs nothing but its patient', async () => {
    const patientId = await newPatient()
    const { status, body } = await start({ patientId })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      patientId,
      clinicId: server.first.id,
      userId: server.first.users.staff.id,
      createdOn: server.clock().toISOString(),
      modality: 'Unspecified',
      isDeleted: false,
    })
    expect(body.studyInstanceUID).toMatch(/^2\.25\.[1-9]\d{20,38}$/u)
    expect(body.sopInstanceUID).not.toBe(body.studyInstanceUID)
  })

  test('a new study is found at once by the words of its patient, and sorted by them', async () => {
    const patientId = await newPatient('Ünique')
    const { body: study } = await start({ patientId, modality: 'Dental' })
    const query = {
      ClinicId: server.first.id,
      search: 'unique ile',
      sort: 'owner',
      desc: '0',
    } as const
    const { body } = await server.call(routes.study.page, { query }, staff)
    expect(body.rows[0]).toMatchObject({ studyId: study.id, modality: 'Dental', owner: 'Zoé Île' })
    const { ownerKey, patientNameKey, userKey } = await server.unscopedDb
      .selectFrom('study')
      .selectAll()
      .where('id', '=', study.id)
      .executeTakeFirstOrThrow()
    expect([ownerKey, patientNameKey, userKey]).toEqual(['zoe ile', 'unique', 'staff.first'])
  })

  test('a study belongs to the caller and to the clinic of its patient, whatever the request says', async () => {
    const { first, second } = server
    const { body } = await start({ userId: second.users.staff.id, clinicId: first.id })
    expect([body.userId, body.clinicId]).toEqual([first.users.staff.id, first.id])
    expect((await start({ clinicId: second.id })).status).toBe(403)
    expect((await start({ patientId: second.records.patientId })).error.code).toBe(
      'record/not-found',
    )
    const root = await server.createToken(first.users.root.id)
    const mixed = { clinicId: first.id, patientId: second.records.patientId }
    expect((await start(mixed, root)).error.code).toBe('record/not-found')
  })

  test('a study needs a clinic', async () => {
    const { unscopedDb } = server
    const nobody = {
      username: 'no.clinic',
      clinicId: null,
      flags: { root: true },
      passwordHash: '',
    }
    const token = await server.createToken(await insertUser(unscopedDb, nobody))
    expect(await start({}, token)).toRefuse('clinic/of-user-not-found')
    expect((await start({ clinicId: server.first.id }, token)).status).toBe(200)
  })

  test('a study may have a date in the past, but not in the future', async () => {
    const patientId = await newPatient()
    const createdOn = '2026-02-28T09:15:00.000Z'
    expect((await start({ patientId, createdOn })).body.createdOn).toBe(createdOn)
    const future = await start({ patientId, createdOn: '2099-01-01T00:00:00.000Z' })
    expect(future.body.createdOn).toBe(server.clock().toISOString())
    for (const bad of ['2026-02-28', 'now', '2026-02-28T09:15:00+02:00', 1])
      expect((await start({ patientId, createdOn: bad })).status).toBe(400)
  })

  test('a study that is sent again with the same UID is returned', async () => {
    const patientId = await newPatient()
    const draft = { patientId, studyInstanceUID: '2.25.4711', modality: 'General' }
    const [one, other] = await Promise.all([start(draft), start(draft)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body).toEqual(one.body)
    expect((await start({ ...draft, modality: 'Dental' })).body).toEqual(one.body)
    const taken = await start({ ...draft, patientId: await newPatient() })
    expect([taken.status, taken.error.conflicts]).toEqual([409, ['studyInstanceUID']])
    expect(await studiesOf(patientId)).toHaveLength(2)
  })

  test('a study with an invalid UID is refused', async () => {
    for (const studyInstanceUID of ['', '../1', '1.2.x', '1.02.3', '01.2', `1.${'2'.repeat(64)}`])
      expect((await start({ studyInstanceUID })).status).toBe(400)
  })
})

describe("today's study", () => {
  // The clock of the test shows nine in the morning of 2 March in Toronto.
  let patientId: Awaited<ReturnType<typeof newPatient>>
  beforeEach(async () => {
    patientId = await newPatient()
  })
  const today = (body: object = {}) => start({ patientId, reuseToday: true, ...body })

  test('concurrent requests create only one study of today', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => today()))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await today()).body.id).toBe(answers[0]?.body.id)
    expect(await studiesOf(patientId)).toHaveLength(2)
  })

  test('the study of today is determined in the clinic’s time zone, not in UTC', async () => {
    const yesterday = await start({ patientId, createdOn: '2026-03-02T04:59:59.999Z' })
    const made = await today()
    expect(made.body.id).not.toBe(yesterday.body.id)
    const patient = await newPatient()
    const { body: early } = await start({
      patientId: patient,
      createdOn: '2026-03-02T05:00:00.000Z',
    })
    expect((await today({ patientId: patient })).body.id).toBe(early.id)
  })

  test('the study of today is the newest that is neither deleted nor CT or MR', async () => {
    const at = (hour: number) => ({ patientId, createdOn: `2026-03-02T${hour}:00:00.000Z` })
    const { body: first } = await start(at(10))
    const { body: newest } = await start(at(11))
    await start({ ...at(12), modality: 'CT' })
    await start({ ...at(13), modality: 'MR' })
    expect((await today()).body.id).toBe(newest.id)
    const setDeleted = (id: StudyId) =>
      server.unscopedDb.updateTable('study').set({ isDeleted: true }).where('id', '=', id).execute()
    await setDeleted(newest.id)
    expect((await today()).body.id).toBe(first.id)
  })
})

describe('deleting a study', () => {
  const remove = (id: number, token: string) =>
    server.call(routes.study.remove, { params: { id } }, token)
  const restore = (id: number, token: string) =>
    server.call(routes.study.restore, { params: { id } }, token)
  const newStudy = async () => (await start({ patientId: await newPatient('Gone') })).body
  const tokenOf = (kind: keyof TestServer['first']['users']) =>
    server.createToken(server.first.users[kind].id)
  const events = async (action: string, entityId: number) =>
    server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', action)
      .where('entityId', '=', entityId)
      .execute()
  /** Sets the state of the case that the clinic has from the start. */
  const caseIs = (status: CaseStatus, isDeleted = false) =>
    server.unscopedDb
      .updateTable('radCase')
      .set({ status, isDeleted })
      .where('id', '=', server.first.records.caseId)
      .execute()

  test('a deleted study stays in the list, marked, with one audit event', async () => {
    const { id } = await newStudy()
    const token = await tokenOf('clinicAdmin')
    const answers = await Promise.all([remove(id, token), remove(id, token)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await remove(id, token)).status).toBe(204)
    const query = { ClinicId: server.first.id, search: 'gone' }
    const { body } = await server.call(routes.study.page, { query }, staff)
    expect(body.rows.find((row) => row.studyId === id)?.deleted).toBe(true)
    expect(await events('study.delete', id)).toMatchObject([
      { subject: 'Gone 2026-03-02', after: { isDeleted: true }, clinicId: server.first.id },
    ])
  })

  test('studies are deleted by root, clinic administrators and super administrators only', async () => {
    for (const kind of ['root', 'clinicAdmin', 'superAdmin'] as const)
      expect((await remove((await newStudy()).id, await tokenOf(kind))).status).toBe(204)
    const { id } = await newStudy()
    for (const kind of ['contractSuperAdmin', 'operator', 'doctor', 'staff'] as const)
      expect((await remove(id, await tokenOf(kind))).status).toBe(403)
    expect((await remove(server.second.records.studyId, await tokenOf('clinicAdmin'))).status).toBe(
      404,
    )
  })

  test('a study with an open case cannot be deleted', async () => {
    const token = await tokenOf('clinicAdmin')
    const { studyId } = server.first.records
    for (const status of [0, 1, 2, 3] as const) {
      await caseIs(status)
      const { status: answered, error } = await remove(studyId, token)
      expect([status, answered, error.message]).toEqual([status, 400, 'Study can not be deleted.'])
    }
    for (const status of [4, 5] as const) {
      await caseIs(status)
      expect((await remove(studyId, token)).status).toBe(204)
      expect((await restore(studyId, await tokenOf('root'))).body.isDeleted).toBe(false)
    }
    await caseIs(1, true)
    expect((await remove(studyId, token)).status).toBe(204)
    await restore(studyId, await tokenOf('root'))
    await caseIs(1)
  })

  test('a deleted study is restored by those who may delete it', async () => {
    const { id } = await newStudy()
    const root = await tokenOf('root')
    await remove(id, root)
    for (const kind of ['contractSuperAdmin', 'operator', 'staff'] as const)
      expect((await restore(id, await tokenOf(kind))).status).toBe(403)
    const admin = await tokenOf('clinicAdmin')
    const other = await newStudy()
    await remove(other.id, admin)
    expect((await restore(other.id, admin)).body).toMatchObject({ id: other.id, isDeleted: false })
    expect((await restore(id, root)).body).toMatchObject({ id, isDeleted: false })
    expect((await restore(id, root)).status).toBe(200)
    expect(await events('study.restore', id)).toHaveLength(1)
    expect((await restore(999_999, root)).status).toBe(404)
  })
})

describe('a row of the study list', () => {
  const rowOf = async (studyId: StudyId) => {
    const params = { clinicId: server.first.id }
    const { body } = await server.call(routes.study.worklist, { params }, staff)
    return body.find((row) => row.studyId === studyId)
  }

  test('a row of the study list has the first images that were not rejected, and their number', async () => {
    const { first, unscopedDb } = server
    const { body: study } = await start({ patientId: await newPatient() })
    expect(await rowOf(study.id)).toMatchObject({ imageCount: 0, thumbnails: [], reportCount: 0 })
    const ids: number[] = []
    // Not in the order of their ids: an image that was captured first may arrive last.
    for (const minute of [5, 1, 3, 4, 2]) {
      const { id } = await unscopedDb
        .insertInto('image')
        .values({
          clinicId: first.id,
          userId: first.users.staff.id,
          studyId: study.id,
          modality: 'General',
          bodyPart: 'Chest',
          bodyPartView: 'LAT',
          animalSize: null,
          filePath: '',
          sha256: '',
          byteLength: 0,
          sopInstanceUID: `2.25.5.${minute}`,
          seriesInstanceUID: '2.25.5',
          sensor: '',
          createdOn: `2026-03-02T14:0${minute}:00.000Z`,
          isRejected: minute === 2,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    const [fifth, one, three, four] = ids
    expect(await rowOf(study.id)).toMatchObject({ imageCount: 4, thumbnails: [one, three, four] })
    expect(fifth).toBeLessThan(one ?? 0)
    await server.unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', study.id)
      .execute()
    expect(await rowOf(study.id)).toMatchObject({ deleted: true, imageCount: 4, thumbnails: [] })
  })

  test('a row of the study list has the number of reports and the newest case that was not deleted', async () => {
    const { studyId, caseId } = server.first.records
    const { unscopedDb } = server
    expect(await rowOf(studyId)).toMatchObject({ reportCount: 1, caseStatus: 1 })
    const { id: _id, ...old } = await unscopedDb
      .selectFrom('radCase')
      .selectAll()
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
    const newer = { ...old, status: 2 as const, createdOn: '2026-03-01T00:00:00.000Z' }
    await unscopedDb.insertInto('radCase').values(newer).execute()
    await unscopedDb
      .insertInto('radCase')
      .values({ ...newer, status: 3, createdOn: '2026-03-02T00:00:00.000Z', isDeleted: true })
      .execute()
    expect((await rowOf(studyId))?.caseStatus).toBe(2)
  })
})
