import { randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiologist, takeConsultCase } from '../../../testing/cases/consult-case.ts'
import { insertUser } from '../../../testing/records/clinics-and-users.ts'
import { createReportDocument, importStudy } from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let admin: string
let reporter: string
let now: Awaited<ReturnType<typeof importStudy>>
let earlierId: StudyId
let reports: ImageId[]

const createReport = async (studyId: StudyId) => {
  const document = createReportDocument()
  const body = { key: randomUUID(), document, isVerified: true }
  const reply = await server.call(routes.report.create, { params: { studyId }, body }, reporter)
  return reply.body.report.imageId
}

/** A patient with an earlier study, which has a report in two versions. */
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  reporter = await server.createToken(server.first.users.reporter.id)
  now = await importStudy(server, server.first.id, admin)
  const earlier = await importStudy(server, server.first.id, admin)
  earlierId = earlier.studyId
  const { patientId } = await server.unscopedDb
    .selectFrom('study')
    .select('patientId')
    .where('id', '=', now.studyId)
    .executeTakeFirstOrThrow()
  await server.unscopedDb
    .updateTable('study')
    .set({ patientId })
    .where('id', '=', earlierId)
    .execute()
  reports = [await createReport(earlierId), await createReport(earlierId)]
})
afterAll(() => server.close())

const list = (token = admin) =>
  server.call(routes.radCase.earlierReports, { params: { studyId: now.studyId } }, token)

const send = (change: object, reportIds?: readonly ImageId[]) =>
  server.call(
    routes.radCase.saveCase,
    {
      form: {
        fields: {
          model: JSON.stringify({ studyId: now.studyId, ...change }),
          imageIds: JSON.stringify([now.imageId]),
          ...(reportIds && { reportIds: JSON.stringify(reportIds) }),
        },
      },
    },
    admin,
  )

test('the newest report of each earlier study of the patient can be attached', async () => {
  const { body } = await list()
  expect(body).toMatchObject([
    { imageId: reports[1], studyId: earlierId, version: 2, isForeign: false },
  ])
  expect(body[0]?.fileName).toMatch(/\.pdf$/u)
  const other = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await list(other)).toRefuse('record/not-found')
})

test('an attached report is a PDF among the attachments, which the radiologist reads', async () => {
  const [, newest = 0 as ImageId] = reports
  const saved = await send({}, [newest])
  expect(saved.status).toBe(200)
  const caseId = saved.body.id
  const findRow = async () =>
    (await server.call(routes.radCase.one, { params: { id: caseId } }, admin)).body
  expect(await findRow()).toMatchObject({ imageIds: [now.imageId], reportIds: [newest] })
  // A form that does not name the reports keeps them; one that names none removes them.
  await send({ id: caseId })
  expect((await findRow()).reportIds).toEqual([newest])
  await send({ id: caseId }, [])
  expect((await findRow()).reportIds).toEqual([])
  const params = { id: caseId }
  const added = await server.call(
    routes.radCase.addImages,
    { params, body: { imageIds: [newest] } },
    admin,
  )
  const file = added.body.find(({ imageId }) => imageId === newest)
  expect(file).toMatchObject({ mediaType: 'application/pdf', isFromReceiver: false })
  expect(file?.fileName).toMatch(/\.pdf$/u)
  await server.unscopedDb
    .updateTable('radCase')
    .set({ status: 1, submitOn: server.clock().toISOString() })
    .where('id', '=', caseId)
    .execute()
  const reader = await createRadiologist(server, 'reads.reports')
  await takeConsultCase(server, caseId, reader)
  const opened = await server.app.inject({
    url: `${server.config.apiBase}radcase/file/${file?.id}`,
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(opened.statusCode).toBe(200)
  expect(opened.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const images = await server.call(routes.radCase.images, { params }, reader.token)
  expect(images.body.map(({ id }) => id)).toEqual([now.imageId])
})

test('reports of other patients, and images in place of reports, are refused', async () => {
  const other = await importStudy(server, server.first.id, admin)
  const foreign = await createReport(other.studyId)
  for (const ids of [[foreign], [now.imageId]])
    expect((await send({}, ids)).error.fields).toMatchObject({ reportIds: expect.any(String) })
  const asImage = await server.call(
    routes.radCase.saveCase,
    {
      form: {
        fields: {
          model: JSON.stringify({ studyId: now.studyId }),
          imageIds: JSON.stringify([reports[1]]),
        },
      },
    },
    admin,
  )
  expect(asImage.error.fields).toMatchObject({ imageIds: expect.any(String) })
})

test('a radiologist with an account in the clinic is offered no reports', async () => {
  const id = await insertUser(server.unscopedDb, {
    username: 'reads.here',
    clinicId: server.first.id,
    flags: { radiologistCase: true },
    passwordHash: server.passwordHash,
  })
  const reply = await list(await server.createToken(id))
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual([])
})

test('a case with a birth date in the future or before 1900 is refused at its field', async () => {
  for (const [birthDate, fields] of [
    ['2099-01-01', { birthDate: 'This date is in the future' }],
    ['0001-01-01', { 'model.birthDate': 'A year from 1900 on' }],
  ] as const) {
    const reply = await send({ birthDate })
    expect(reply.status).toBe(400)
    expect(reply.error.fields).toEqual(fields)
  }
})
