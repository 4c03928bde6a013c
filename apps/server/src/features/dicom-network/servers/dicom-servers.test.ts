import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.reporter.id)
})
afterAll(() => server.close())

const draft = {
  serverName: 'PACS',
  aeTitle: 'PACS',
  host: 'pacs.clinic.example',
  port: 104,
  description: 'TALUS',
}
const list = async () =>
  (await server.call(routes.dicomServer.list, { query: { ClinicId: server.first.id } }, token)).body

test('a server is added, changed and deleted', async () => {
  const { body: made } = await server.call(routes.dicomServer.create, { body: draft }, token)
  expect(made).toMatchObject({ ...draft, clinicId: server.first.id, autoSend: false, tls: false })
  const change = { ...draft, id: made.id, tls: true, port: '2762' }
  const changed = await server.call(routes.dicomServer.update, { body: change }, token)
  expect(changed.body).toMatchObject({ tls: true, port: 2762 })
  expect((await list()).map(({ serverName }) => serverName)).toEqual(['Archive', 'PACS'])
  const byId = { params: { id: made.id } }
  expect((await server.call(routes.dicomServer.remove, byId, token)).status).toBe(204)
  expect((await list()).map(({ serverName }) => serverName)).toEqual(['Archive'])
})

test('a server cannot be moved to another clinic', async () => {
  const [own] = await list()
  const body = { ...draft, id: own?.id ?? 0, serverName: 'Archive', clinicId: server.second.id }
  await server.call(routes.dicomServer.update, { body }, token)
  expect((await list())[0]).toMatchObject({ clinicId: server.first.id, host: draft.host })
})

test('a duplicate server name is reported as a conflict', async () => {
  const body = { ...draft, serverName: 'Archive' }
  const answer = await server.call(routes.dicomServer.create, { body }, token)
  expect([answer.status, answer.error.conflicts]).toEqual([409, ['serverName']])
})

test.each([
  ['serverName', { serverName: '' }],
  ['aeTitle', { aeTitle: 'MORE-THAN-16-LETTERS' }],
  ['host', { host: ' ' }],
  ['port', { port: 0 }],
  ['description', { description: '' }],
])('an invalid %s is reported at its field', async (field, change) => {
  const body = { ...draft, ...change }
  const answer = await server.call(routes.dicomServer.create, { body }, token)
  expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [field]])
})

test('a clinic admin may read the servers and not change them', async () => {
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  expect((await server.call(routes.dicomServer.list, {}, admin)).status).toBe(200)
  expect((await server.call(routes.dicomServer.create, { body: draft }, admin)).status).toBe(403)
})
