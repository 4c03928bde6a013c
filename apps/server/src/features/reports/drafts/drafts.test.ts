import { randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'writes.drafts')
})
afterAll(() => server.close())

const read = async (studyId: StudyId, by = token) =>
  (await server.call(routes.report.draft, { params: { studyId } }, by)).body
const save = (studyId: StudyId, version: number, text: string, by = token) =>
  server.call(
    routes.report.saveDraft,
    { params: { studyId }, body: { version, document: createReportDocument(text) } },
    by,
  )

test('a draft is saved while typing, and a save of an outdated window is refused', async () => {
  const { studyId } = await importStudy(server, server.first.id, admin)
  expect(await read(studyId)).toEqual({ draft: null, others: [] })
  expect((await save(studyId, 0, 'One')).body.version).toBe(1)
  expect((await save(studyId, 1, 'Two')).body.version).toBe(2)
  // The answer was lost, and the page sends the same again.
  expect((await save(studyId, 1, 'Two')).body.version).toBe(2)
  const refused = await save(studyId, 1, 'Three')
  expect(refused).toRefuse('report/draft-changed')
  expect(refused.error.message).toMatch(/9:00:00.*writes\.drafts/u)
  expect(await save(studyId, 0, 'Other')).toRefuse('report/draft-changed')
  const { draft } = await read(studyId)
  expect(draft).toMatchObject({ version: 2 })
  expect(JSON.stringify(draft?.document)).toContain('Two')

  const [one, two] = await Promise.all([save(studyId, 2, 'A'), save(studyId, 2, 'B')])
  expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]))
})

test('drafts of users are separate, listed for their author, and discarded', async () => {
  const { studyId } = await importStudy(server, server.first.id, admin)
  const colleague = await createReporter(server, server.first.id, 'also.writes')
  await save(studyId, 0, 'Mine')
  expect((await save(studyId, 0, 'Hers', colleague)).status).toBe(200)
  const { draft, others } = await read(studyId)
  expect(JSON.stringify(draft?.document)).toContain('Mine')
  expect(others).toMatchObject([{ username: 'also.writes' }])
  const listed = await server.call(routes.report.drafts, {}, token)
  expect(listed.body[0]).toMatchObject({
    studyId,
    patientName: 'Rex',
    ownerName: expect.any(String),
  })

  const discard = () => server.call(routes.report.discardDraft, { params: { studyId } }, token)
  expect((await discard()).status).toBe(204)
  expect((await discard()).status).toBe(204)
  expect((await read(studyId)).draft).toBeNull()
  expect((await read(studyId, colleague)).draft).not.toBeNull()
  expect(await save(studyId, 1, 'Late')).toRefuse('report/draft-gone')
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select('action')
    .where('entityId', '=', studyId)
    .where('kind', '=', 'report')
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual([
    'report.start-draft',
    'report.start-draft',
    'report.discard-draft',
  ])
})

test('a draft that is no report is refused with the path of the fault', async () => {
  const { studyId } = await importStudy(server, server.first.id, admin)
  const document = { ...createReportDocument(), html: '<b>x</b>' }
  const body = { version: 0, document }
  const refused = await server.call(routes.report.saveDraft, { params: { studyId }, body }, token)
  expect(refused).toRefuse('request/invalid')
  expect(Object.keys(refused.error.fields ?? {})).toEqual(['document'])
  expect(await save(server.second.records.studyId, 0, 'x')).toRefuse('record/not-found')
})

test('a deleted study takes no report and lists no draft, and restored it has its draft again', async () => {
  const { studyId } = await importStudy(server, server.first.id, admin)
  await save(studyId, 0, 'Kept')
  const isListed = async () =>
    (await server.call(routes.report.drafts, {}, token)).body.some((one) => one.studyId === studyId)
  expect(await isListed()).toBe(true)
  await server.call(routes.study.remove, { params: { id: studyId } }, admin)
  expect(await save(studyId, 1, 'Later')).toRefuse('record/not-found')
  const body = { key: randomUUID(), document: createReportDocument('Made'), isVerified: false }
  const made = await server.call(routes.report.create, { params: { studyId }, body }, token)
  expect(made).toRefuse('record/not-found')
  expect(await isListed()).toBe(false)
  await server.call(routes.study.restore, { params: { id: studyId } }, admin)
  expect(await isListed()).toBe(true)
  expect((await save(studyId, 1, 'Later')).status).toBe(200)
})
