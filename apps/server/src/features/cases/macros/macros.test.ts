import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiologist } from '../../../testing/cases/consult-case.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let reader: Awaited<ReturnType<typeof createRadiologist>>
let other: Awaited<ReturnType<typeof createRadiologist>>
beforeAll(async () => {
  server = await startTestServer()
  reader = await createRadiologist(server, 'writes.macros')
  other = await createRadiologist(server, 'reads.macros')
})
afterAll(() => server.close())

const { macros, addMacro, updateMacro, removeMacro } = routes.radCase
const list = async (token: string) => (await server.call(macros, {}, token)).body

test('a radiologist without a clinic has macros that no other user reads, changes or removes', async () => {
  const body = { shortcut: '.Norm', text: 'No abnormality.' }
  const added = await server.call(addMacro, { body }, reader.token)
  expect([added.status, added.body]).toMatchObject([200, { shortcut: 'norm', version: 1 }])
  const params = { id: added.body.id }
  expect(await list(reader.token)).toMatchObject([{ ...body, shortcut: 'norm' }])
  expect(await list(other.token)).toEqual([])
  const change = { ...body, version: 1 }
  const refused = [
    await server.call(updateMacro, { params, body: change }, other.token),
    await server.call(removeMacro, { params }, other.token),
  ]
  for (const reply of refused) expect(reply).toRefuse('record/not-found')
  const doctor = await server.createToken(server.first.users.doctor.id)
  expect((await server.call(macros, {}, doctor)).status).toBe(403)
  // Another radiologist may use the same shortcut.
  expect((await server.call(addMacro, { body }, other.token)).status).toBe(200)
  expect((await server.call(addMacro, { body }, reader.token)).status).toBe(409)
})

test('a change of a macro that is based on an older version is refused', async () => {
  const { body } = await server.call(
    addMacro,
    { body: { shortcut: 'hip', text: 'Hips normal.' } },
    reader.token,
  )
  const params = { id: body.id }
  const change = (text: string) =>
    server.call(updateMacro, { params, body: { shortcut: 'hip', text, version: 1 } }, reader.token)
  expect((await change('Hips: normal.')).body).toMatchObject({ version: 2 })
  expect(await change('Lost')).toRefuse('record/changed-meanwhile')
  await server.call(removeMacro, { params }, reader.token)
  expect((await list(reader.token)).map(({ shortcut }) => shortcut)).not.toContain('hip')
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'clinicId', 'userId'])
    .where('kind', '=', 'case-macro')
    .where('subject', '=', 'hip')
    .orderBy('id')
    .execute()
  expect(events).toEqual(
    ['create', 'update', 'delete'].map((verb) => ({
      action: `case-macro.${verb}`,
      clinicId: null,
      userId: reader.id,
    })),
  )
})
