import { routes } from '@talus/contract'
import type { ClinicId, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../../testing/people.ts'
import { insertListed } from '../../../testing/study-list.ts'
import { testServer } from '../../../testing/test-server.ts'
import type { TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let place: { readonly clinicId: ClinicId; readonly userId: UserId }
let token: string
const createdOn = '2026-02-11T15:00:00.000Z'

beforeAll(async () => {
  server = await testServer()
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
  token = await server.tokenOf(userId)
  await unscopedDb
    .insertInto('doctor')
    .values({ clinicId, createdOn, firstName: 'Doctor', lastName: 'Able', role: 1 })
    .execute()
})
afterAll(() => server.close())

const newStudy = async () =>
  (await insertListed(server.unscopedDb, place, { patient: 'Rex', createdOn })).studyId

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

const say = (id: StudyId, body: { holders?: string; isSedated?: boolean }, by = token) =>
  server.call(routes.study.setRestraint, { params: { id }, body }, by)
const ask = (id: StudyId, by = token) => server.call(routes.study.restraint, { params: { id } }, by)

test('nobody holds until somebody says so', async () => {
  const id = await newStudy()
  expect((await ask(id)).body).toEqual({ holders: '', isSedated: false })
  const { status, body } = await say(id, { holders: '  Anna,  Ben ' })
  expect([status, body]).toEqual([200, { holders: 'Anna, Ben', isSedated: false }])
  expect((await ask(id)).body).toEqual(body)
  await say(id, { isSedated: true })
  expect((await ask(id)).body).toEqual({ holders: '', isSedated: true })
})

test('the log names them at exposures that said nothing, and at no others', async () => {
  const id = await newStudy()
  const other = await newStudy()
  await expose(id)
  await expose(id, 'Clara')
  await expose(other)
  await say(id, { holders: 'Anna', isSedated: true })
  await say(id, { holders: 'Ben' })
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

test('two who say it at once leave one of both, whole', async () => {
  const id = await newStudy()
  const said = ['Anna', 'Ben', 'Clara'].map((holders) => say(id, { holders }))
  expect((await Promise.all(said)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask(id)).body.holders).toMatch(/^(?:Anna|Ben|Clara)$/u)
})

test('who held lately is offered first, then the people of the clinic, each once', async () => {
  await say(await newStudy(), { holders: 'Zoe; test HOLDER' })
  const id = await newStudy()
  const { body } = await server.call(routes.study.holders, { params: { id } }, token)
  expect(body.slice(0, 2)).toEqual(['Zoe', 'test HOLDER'])
  expect(body.at(-1)).toBe('Doctor Able')
  expect(body.map((name) => name.toLowerCase()).filter((name) => name === 'test holder')).toEqual([
    'test holder',
  ])
})

test('another clinic’s study has no restraint to tell or to set', async () => {
  const id = await newStudy()
  const stranger = await server.tokenOf(server.second.people.staff.id)
  expect((await ask(id, stranger)).status).toBe(404)
  expect((await say(id, { holders: 'Me' }, stranger)).status).toBe(404)
  const names = await server.call(routes.study.holders, { params: { id } }, stranger)
  expect(names.status).toBe(404)
  expect((await ask(id)).body.holders).toBe('')
})
