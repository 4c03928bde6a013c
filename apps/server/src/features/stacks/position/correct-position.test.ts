import { caseStatus, routes } from '@talus/contract'
import type { PatientPosition } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../../testing/server/case-fixture.ts'

let server: CaseFixture

beforeAll(async () => {
  server = await openCaseFixture()
  await server.unscopedDb.deleteFrom('positionCorrection').execute()
  // The records of the clinic have an offered case; only one of these tests is about cases.
  await server.unscopedDb.updateTable('radCase').set({ status: caseStatus.draft }).execute()
})
afterAll(() => server.close())

const correct = (actual: PatientPosition | null, by: 'doctor' | 'otherDoctor' | 'owner') =>
  server.call(
    routes.stack.correctPosition,
    { params: { studyId: server.first.records.studyId }, body: { actual } },
    server.token(by),
  )
const read = (by: 'doctor' | 'owner') =>
  server.call(
    routes.stack.ofStudy,
    { params: { studyId: server.first.records.studyId } },
    server.token(by),
  )
const listEvents = () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['userId', 'entityId', 'before', 'after'])
    .where('action', '=', 'study.correct-position')
    .orderBy('id')
    .execute()

test('a correction of the position is stored with its author and time, audited, and can be undone', async () => {
  const set = await correct('FFP', 'doctor')
  expect(set.body.correction).toEqual({
    actual: 'FFP',
    correctedBy: expect.stringMatching(/\S/u),
    correctedAt: server.clock().toISOString(),
  })
  expect((await read('doctor')).body.correction).toEqual(set.body.correction)
  const changed = await correct('HFDR', 'doctor')
  expect(changed.body.correction?.actual).toBe('HFDR')
  // Saving the same again is no change.
  await correct('HFDR', 'doctor')
  expect((await correct(null, 'doctor')).body.correction).toBeNull()
  expect((await read('doctor')).body.correction).toBeNull()
  const by = { userId: server.ids.doctor, entityId: server.first.records.studyId }
  expect(await listEvents()).toEqual([
    { ...by, before: { patientPosition: null }, after: { patientPosition: 'FFP' } },
    { ...by, before: { patientPosition: 'FFP' }, after: { patientPosition: 'HFDR' } },
    { ...by, before: { patientPosition: 'HFDR' }, after: { patientPosition: null } },
  ])
})

test('users of another clinic and unknown positions are refused', async () => {
  expect(await correct('FFP', 'otherDoctor')).toRefuse('record/not-found')
  const wrong = await server.app.inject({
    method: 'PUT',
    url: `${server.config.apiBase}study/${server.first.records.studyId}/patient-position`,
    headers: { authorization: `Bearer ${server.token('doctor')}` },
    payload: { actual: 'UPSIDE DOWN' },
  })
  expect(wrong.statusCode).toBe(400)
  expect((await read('doctor')).body.correction).toBeNull()
})

test('a radiologist reads the correction of the study of their case and cannot change it', async () => {
  await correct('HFP', 'doctor')
  expect(await read('owner')).toRefuse('record/not-found')
  await server.createCase(2)
  expect((await read('owner')).body.correction?.actual).toBe('HFP')
  expect((await correct(null, 'owner')).status).toBeGreaterThanOrEqual(403)
  expect((await read('doctor')).body.correction?.actual).toBe('HFP')
})
