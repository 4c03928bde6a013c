import { randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { PatientId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let admin: string
let author: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  author = await createReporter(server, server.first.id, 'writes.reports')
})
afterAll(() => server.close())

const document = createReportDocument('Seen on the images.')
async function addPatient(name: string, patientId: string) {
  const { ownerId } = server.first.records
  const body = { name, patientId, ownerId, speciesId: 1 }
  const reply = await server.call(routes.patient.create, { body }, admin)
  expect(reply.status).toBe(200)
  return reply.body.id
}
async function openStudy() {
  const { studyId } = await importStudy(server, server.first.id, admin)
  const { patientId } = (await server.call(routes.study.one, { params: { id: studyId } }, admin))
    .body
  return { studyId, patientId }
}
async function move(studyId: StudyId, patientId: PatientId) {
  server.advanceClock(1000)
  const query = { studyId, patientId }
  const { revision } = (await server.call(routes.reassign.compareStudy, { query }, admin)).body
  const body = { ...query, revision }
  const moved = await server.call(routes.reassign.moveStudy, { body }, admin)
  expect(moved.status).toBe(200)
  return moved.body.id
}
const save = (studyId: StudyId, version: number, patientId?: PatientId) => {
  const body = { version, document, ...(patientId !== undefined && { patientId }) }
  return server.call(routes.report.saveDraft, { params: { studyId }, body }, author)
}
const create = (studyId: StudyId, patientId?: PatientId) => {
  const body = {
    key: randomUUID(),
    document,
    isVerified: false,
    ...(patientId !== undefined && { patientId }),
  }
  return server.call(routes.report.create, { params: { studyId }, body }, author)
}
const readDraft = async (studyId: StudyId) =>
  (await server.call(routes.report.draft, { params: { studyId } }, author)).body.draft

test('a report is not made for a patient that its author has not seen', async () => {
  const { studyId, patientId } = await openStudy()
  const loup = await addPatient('Loup', 'SEEN-2')
  expect((await save(studyId, 0, patientId)).status).toBe(200)
  await move(studyId, loup)
  expect((await readDraft(studyId))?.writtenFor).toMatchObject({ id: patientId })
  const refused = await create(studyId, patientId)
  expect(refused).toRefuse('report/patient-changed')
  expect(refused.error.message).toMatch(/Loup \(SEEN-2\) since 9:00.*You wrote for .+ \(reported/u)
  // A later save does not state another patient, and the draft does not take it over.
  expect((await save(studyId, 1)).status).toBe(200)
  expect((await readDraft(studyId))?.writtenFor).toMatchObject({ id: patientId })
  const made = await create(studyId, loup)
  expect(made.body.report).toMatchObject({ version: 1, isOfOtherPatient: false })
  expect(made.body.report.fileName).toContain('Loup')
})

test('a client that does not name the patient is refused after a move, also after its undo', async () => {
  const { studyId } = await openStudy()
  await save(studyId, 0)
  const moved = await move(studyId, await addPatient('Loup', 'OLD-2'))
  expect(await create(studyId)).toRefuse('report/patient-changed')
  await server.call(routes.report.discardDraft, { params: { studyId } }, author)
  expect(await create(studyId)).toRefuse('report/patient-changed-since')
  await server.unscopedDb.updateTable('reportDraft').set({ patientDatabaseId: null }).execute()
  await server.call(routes.reassign.undo, { params: { id: moved } }, admin)
  expect(await create(studyId)).toRefuse('report/patient-changed-since')
  // A draft that was begun after the move was begun for the present patient.
  server.advanceClock(1000)
  await save(studyId, 0)
  expect((await create(studyId)).status).toBe(200)
})

test('merged patients and their undo are changes of the patient as well', async () => {
  const { studyId, patientId } = await openStudy()
  const keepId = await addPatient('Loup', 'KEPT-2')
  await save(studyId, 0, patientId)
  const query = { keepId, mergeId: patientId }
  const { revision } = (await server.call(routes.reassign.comparePatients, { query }, admin)).body
  const body = { ...query, revision, take: [] }
  const merged = await server.call(routes.reassign.mergePatients, { body }, admin)
  expect(merged.status).toBe(200)
  expect(await create(studyId, patientId)).toRefuse('report/patient-changed')
  await server.call(routes.reassign.undo, { params: { id: merged.body.id } }, admin)
  expect((await create(studyId, patientId)).status).toBe(200)
})

test('a draft names only a patient of its clinic', async () => {
  const { studyId } = await openStudy()
  expect(await save(studyId, 0, server.second.records.patientId)).toRefuse('record/not-found')
})
