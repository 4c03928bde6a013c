import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
let key: string
const anySyntax = 'multipart/related; type="application/dicom"; transfer-syntax=*'
const study = `/studies/${toUid('study')}`
const image = (name: string) =>
  `${study}/series/${toUid('series')}/instances/${toUid(`image ${name}`)}`

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
  for (const name of ['s1', 's2', 's3']) await importFile(server, token, createRadiograph(name))
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const body = {
    clinicId: server.first.id,
    name: 'Reading service',
    mayQuery: true,
    mayRetrieve: true,
    mayStore: false,
    validUntil: null,
  }
  const created = await server.call(routes.serviceAccount.create, { body }, admin)
  key = created.body.key
})
afterAll(() => server.close())

const read = async (by: string, path: string, accept = '*/*') => {
  const headers = { authorization: `Bearer ${by}`, accept }
  const { statusCode } = await server.app.inject({ url: `/api/dicom-web${path}`, headers })
  return statusCode
}
const listEvents = (action: string) =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['username', 'address', 'clinicId', 'entityId', 'subject', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()

test('what a program and a user retrieve within seconds becomes one event for each reader and study', async () => {
  for (let round = 0; round < 5; round += 1)
    for (const name of ['s1', 's2']) expect(await read(key, `${image(name)}/frames/1`)).toBe(200)
  expect(await read(key, `${image('s1')}/rendered`, 'image/jpeg')).toBe(200)
  expect(await read(key, `${study}/metadata`)).toBe(200)
  expect(await read(token, study, anySyntax)).toBe(200)
  // A refused request is not recorded.
  expect(await read(token, `/studies/${toUid('no study')}`)).toBe(404)
  for (let count = 0; count < 4; count += 1) expect(await read(key, '/studies?limit=1')).toBe(200)
  // A search of a user is not recorded.
  expect(await read(token, '/studies?limit=1')).toBe(200)
  expect(await listEvents('image.retrieve')).toEqual([])
  await server.app.close()
  const { id, users } = server.first
  const stored = await server.unscopedDb
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select(['study.id', 'patient.name', 'patient.patientId'])
    .where('studyInstanceUID', '=', toUid('study'))
    .executeTakeFirstOrThrow()
  const common = { address: '127.0.0.1', clinicId: id, entityId: stored.id, subject: stored.name }
  const after = {
    request: 'WADO-RS',
    studyInstanceUID: toUid('study'),
    patientName: stored.name,
    patientId: stored.patientId,
    since: server.clock().toISOString(),
  }
  expect(await listEvents('image.retrieve')).toEqual([
    { ...common, username: 'Reading service', after: { ...after, images: 2 } },
    { ...common, username: users.staff.username, after: { ...after, images: 3 } },
  ])
  expect(await listEvents('dicom-receiver.search')).toMatchObject([
    { username: 'Reading service', clinicId: id, after: { request: 'QIDO-RS', queries: 4 } },
  ])
})
