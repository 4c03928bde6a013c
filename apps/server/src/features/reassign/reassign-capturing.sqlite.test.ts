import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  insertStudyWithPatient,
  openCaptureFixture,
} from '../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../testing/capture/capture-fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

let fixture: CaptureFixture
beforeAll(async () => {
  fixture = await openCaptureFixture()
})
afterAll(() => fixture.close())

test('a study is neither moved nor its animal merged while a sensor is armed for it', async () => {
  const { server, general: sensorId } = fixture
  const { id: clinicId, users, records } = server.first
  const token = await server.createToken(users.clinicAdmin.id)
  const studyId = await insertStudyWithPatient(server, { clinicId, userId: users.clinicAdmin.id })
  const { body: study } = await server.call(routes.study.one, { params: { id: studyId } }, token)
  const move = { studyId, patientId: records.patientId }
  const seen = await server.call(routes.reassign.compareStudy, { query: move }, token)
  const annotation = { bodyPart: 'Chest', bodyPartView: 'RLAT', animalSize: 'Medium' as const }
  const captured = fixture.post({ sensorId, studyId, annotation }, token)
  const sensor = { params: { id: sensorId } }
  await fixture.until('the lease', async () => {
    const { body } = await server.call(routes.sensor.status, sensor, token)
    return body.status.use !== null
  })
  const request = { body: { ...move, revision: seen.body.revision } }
  expect(await server.call(routes.reassign.moveStudy, request, token)).toRefuse(
    'reassign/capturing',
  )
  const pair = { keepId: records.patientId, mergeId: study.patientId }
  const both = await server.call(routes.reassign.comparePatients, { query: pair }, token)
  expect(
    await server.call(
      routes.reassign.mergePatients,
      { body: { ...pair, revision: both.body.revision } },
      token,
    ),
  ).toRefuse('reassign/capturing')
  await server.call(routes.image.cancelCapture, { body: { sensorId } }, token)
  await captured
  const { body: after } = await server.call(routes.study.one, { params: { id: studyId } }, token)
  expect(after.patientId).toBe(study.patientId)
})
