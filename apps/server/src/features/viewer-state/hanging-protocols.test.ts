import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const cell = (view: string, isPrior = false) => ({ views: [view], side: null, isPrior })
const chest = {
  speciesId: 1,
  bodyPart: 'Chest',
  stages: [{ rows: 1, columns: 2, cells: [cell('RLAT'), cell('VD', true)] }],
}

async function createUser(name: string, flags = {}) {
  const clinicId = await insertClinic(server.unscopedDb, `Hanging ${name}`)
  const username = `hanging-${name}`
  const user = { username, clinicId, flags, passwordHash: '' }
  const id = await insertUser(server.unscopedDb, user)
  return { clinicId, token: await server.createToken(id) }
}

const list = async (token: string) =>
  (await server.call(routes.hangingProtocol.list, {}, token)).body
const save = (token: string, body: object) =>
  server.call(routes.hangingProtocol.save, { body: body as typeof chest }, token)

test('a hanging protocol is saved for the clinic, replaced, reset, and recorded in the audit trail', async () => {
  const { clinicId, token } = await createUser('one')
  const other = await createUser('other')
  expect(await list(token)).toEqual([])
  expect((await save(token, chest)).body).toEqual(chest)
  const wider = { ...chest, stages: [...chest.stages, ...chest.stages] }
  await save(token, wider)
  expect(await list(token)).toEqual([wider])
  expect(await list(other.token)).toEqual([])

  const { speciesId, bodyPart } = chest
  const body = { speciesId, bodyPart }
  expect((await server.call(routes.hangingProtocol.reset, { body }, other.token)).status).toBe(204)
  expect(await list(token)).toEqual([wider])
  for (let time = 0; time < 2; time += 1)
    await server.call(routes.hangingProtocol.reset, { body }, token)
  expect(await list(token)).toEqual([])
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'subject'])
    .where('clinicId', '=', clinicId)
    .orderBy('id')
    .execute()
  const subject = 'Canine Chest'
  expect(events).toEqual([
    { action: 'hanging-protocol.save', subject },
    { action: 'hanging-protocol.save', subject },
    { action: 'hanging-protocol.reset', subject },
  ])
})

test('a layout whose cells do not fill it is refused, and so is an operator', async () => {
  const { token } = await createUser('two')
  const stages = [{ rows: 2, columns: 2, cells: [cell('RLAT')] }]
  expect(await save(token, { ...chest, stages })).toRefuse('request/invalid')
  expect(await save(token, { ...chest, stages: [] })).toRefuse('request/invalid')
  const operator = await createUser('operator', { operator: true })
  expect(await save(operator.token, chest)).toRefuse('access/forbidden')
  expect(await list(operator.token)).toEqual([])
})
