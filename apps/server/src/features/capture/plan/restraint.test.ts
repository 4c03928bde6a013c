import { routes } from '@talus/contract'
import type { ClinicId, ImageId, StudyId, UserId } from '@talus/contract'
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
  return imageId
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

const readLog = async (tags: string, language = 'en') => {
  const params = { clinicId: place.clinicId, dateFrom: 'null', dateTo: 'null' }
  const { body } = await server.call(
    routes.study.xrayLogPreview,
    { params, query: { tags } },
    token,
    {
      'accept-language': language,
    },
  )
  const lines = body.lines.filter(([view]) => view !== null)
  return lines.toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}

test('holders that are entered later do not change earlier exposures', async () => {
  const id = await newStudy()
  await expose(id)
  await expose(id, 'Clara')
  await setRestraint(id, { holders: 'Anna', isSedated: true })
  expect(await readLog('view,holders,sedation')).toEqual([
    ['V1', '', 'No'],
    ['V2', 'Clara', 'No'],
  ])
})

const listExposures = (id: StudyId, by = token) =>
  server.call(routes.restraint.exposures, { params: { id } }, by)
const correct = (
  id: StudyId,
  body: { imageIds: ImageId[]; holders?: string; isSedated?: boolean },
  by = token,
) => server.call(routes.restraint.correct, { params: { id }, body }, by)

test('a correction changes the chosen exposures, and keeps user, time and previous value in study, log and audit trail', async () => {
  const id = await newStudy()
  const first = await expose(id, 'Clara')
  const second = await expose(id, 'Clara')
  const view = `V${exposures - 1}`
  const answer = await correct(id, { imageIds: [first], holders: 'Anna', isSedated: true })
  expect(answer.status).toBe(200)
  const at = server.clock().toISOString()
  expect(answer.body).toMatchObject([
    { imageId: second, restraint: { holders: 'Clara', isSedated: false }, corrections: [] },
    {
      imageId: first,
      restraint: { holders: 'Anna', isSedated: true },
      corrections: [
        {
          user: 'Holder',
          createdOn: at,
          previous: { holders: 'Clara', isSedated: false },
          restraint: { holders: 'Anna', isSedated: true },
        },
      ],
    },
  ])
  // The same value again is no correction.
  await correct(id, { imageIds: [first, second], holders: 'Anna', isSedated: true })
  await correct(id, { imageIds: [first], holders: '' })
  const { body } = await listExposures(id)
  expect(body.map(({ corrections }) => corrections.length)).toEqual([1, 2])

  const line = (await readLog('view,holders,sedation,corrections')).find(([one]) => one === view)
  expect(line?.slice(0, 3)).toEqual([view, '', 'No'])
  expect(line?.[3]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d Holder: Clara → Anna, sedated \| .* Holder: Anna, sedated → Nobody$/u,
  )
  const trail = await server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', 'image.correct-restraint')
    .where('entityId', '=', first)
    .orderBy('id')
    .execute()
  expect(trail).toMatchObject([
    {
      userId: place.userId,
      before: { holders: 'Clara', isSedated: false },
      after: { holders: 'Anna', isSedated: true },
    },
    { before: { holders: 'Anna', isSedated: true }, after: { holders: '', isSedated: false } },
  ])
})

test('exposures of another study or clinic cannot be corrected', async () => {
  const id = await newStudy()
  const own = await expose(id)
  const other = await expose(await newStudy())
  const refused = await correct(id, { imageIds: [own, other], holders: 'Anna' })
  expect(refused).toRefuse('record/not-found')
  expect((await listExposures(id)).body).toMatchObject([{ restraint: { holders: '' } }])
  const stranger = await server.createToken(server.second.users.staff.id)
  expect((await listExposures(id, stranger)).status).toBe(404)
  expect((await correct(id, { imageIds: [own], holders: 'Me' }, stranger)).status).toBe(404)
})

test('concurrent corrections each record the value that they replaced', async () => {
  const id = await newStudy()
  const imageId = await expose(id)
  const names = ['Anna', 'Ben', 'Clara']
  const said = names.map((holders) => correct(id, { imageIds: [imageId], holders }))
  expect((await Promise.all(said)).map(({ status }) => status)).toEqual([200, 200, 200])
  const [exposure] = (await listExposures(id)).body
  const corrections = exposure?.corrections ?? []
  expect(corrections.map(({ previous }) => previous.holders)).toEqual([
    '',
    ...corrections.slice(0, -1).map(({ restraint }) => restraint.holders),
  ])
  expect(exposure?.restraint).toEqual(corrections.at(-1)?.restraint)
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
