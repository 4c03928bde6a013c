import { routes } from '@talus/contract'
import type { ClinicId, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../../../testing/records/listed-study.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let place: { readonly clinicId: ClinicId; readonly userId: UserId }
let token: string
const createdOn = '2026-02-11T15:00:00.000Z'

beforeAll(async () => {
  server = await startTestServer()
  const { unscopedDb } = server
  const clinicId = await insertClinic(unscopedDb, 'Restraint')
  const flags = { report: true }
  const userId = await insertUser(unscopedDb, {
    username: 'Holder',
    clinicId,
    flags,
    passwordHash: '',
  })
  place = { clinicId, userId }
  token = await server.createToken(userId)
  await unscopedDb
    .insertInto('doctor')
    .values({ clinicId, createdOn, firstName: 'Doctor', lastName: 'Able', role: 1 })
    .execute()
})
afterAll(() => server.close())

const newStudy = async () =>
  (await insertListedStudy(server.unscopedDb, place, { patient: 'Rex', createdOn })).studyId

let exposures = 0
async function expose(studyId: StudyId, holders = '') {
  exposures += 1
  const { id: imageId } = await server.unscopedDb
    .insertInto('image')
    .values({
      ...place,
      studyId,
      createdOn,
      modality: 'General',
      bodyPart: 'Chest',
      bodyPartView: `V${exposures}`,
      animalSize: null,
      filePath: '',
      sha256: '',
      byteLength: 0,
      sopInstanceUID: `2.25.88.${exposures}`,
      seriesInstanceUID: '2.25.88',
      sensor: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.unscopedDb
    .insertInto('imageExposure')
    .values({ imageId, clinicId: place.clinicId, holders })
    .execute()
}

const setRestraint = (id: StudyId, body: { holders?: string; isSedated?: boolean }, by = token) =>
  server.call(routes.study.setRestraint, { params: { id }, body }, by)
const getRestraint = (id: StudyId, by = token) =>
  server.call(routes.study.restraint, { params: { id } }, by)

test('a study has no holders until a user enters them', async () => {
  const id = await newStudy()
  expect((await getRestraint(id)).body).toEqual({ holders: '', isSedated: false })
  const { status, body } = await setRestraint(id, { holders: '  Anna,  Ben ' })
  expect([status, body]).toEqual([200, { holders: 'Anna, Ben', isSedated: false }])
  expect((await getRestraint(id)).body).toEqual(body)
  await setRestraint(id, { isSedated: true })
  expect((await getRestraint(id)).body).toEqual({ holders: '', isSedated: true })
})

test('the X-ray log shows new holders only for exposures without holders', async () => {
  const id = await newStudy()
  const other = await newStudy()
  await expose(id)
  await expose(id, 'Clara')
  await expose(other)
  await setRestraint(id, { holders: 'Anna', isSedated: true })
  await setRestraint(id, { holders: 'Ben' })
  const params = { clinicId: place.clinicId, dateFrom: 'null', dateTo: 'null' }
  const query = { tags: 'view,holders,sedation' }
  const { body } = await server.call(routes.study.xrayLogPreview, { params, query }, token)
  const lines = body.lines.filter(([view]) => view !== null)
  expect(lines.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['V1', 'Anna', 'Yes'],
    ['V2', 'Clara', 'No'],
    ['V3', '', 'No'],
  ])
})

test('concurrent changes of the restraint leave one of the values', async () => {
  const id = await newStudy()
  const said = ['Anna', 'Ben', 'Clara'].map((holders) => setRestraint(id, { holders }))
  expect((await Promise.all(said)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await getRestraint(id)).body.holders).toMatch(/^(?:Anna|Ben|Clara)$/u)
})

test('holder names suggest recent holders first, then the staff of the clinic, each once', async () => {
  await setRestraint(await newStudy(), { holders: 'Zoe; test HOLDER' })
  const id = await newStudy()
  const { body } = await server.call(routes.study.holders, { params: { id } }, token)
  expect(body.slice(0, 2)).toEqual(['Zoe', 'test HOLDER'])
  expect(body.at(-1)).toBe('Doctor Able')
  expect(body.map((name) => name.toLowerCase()).filter((name) => name === 'test holder')).toEqual([
    'test holder',
  ])
})

test('the restraint of a study of another clinic can be neither read nor set', async () => {
  const id = await newStudy()
  const stranger = await server.createToken(server.second.users.staff.id)
  expect((await getRestraint(id, stranger)).status).toBe(404)
  expect((await setRestraint(id, { holders: 'Me' }, stranger)).status).toBe(404)
  const names = await server.call(routes.study.holders, { params: { id } }, stranger)
  expect(names.status).toBe(404)
  expect((await getRestraint(id)).body.holders).toBe('')
})
