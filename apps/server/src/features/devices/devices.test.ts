import { routes, workplaceHeader } from '@talus/contract'
import type { Sensor } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLocalBridge, insertUnreachableBridge } from '../../testing/records/devices.ts'
import { startTestServer, testPassword } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

const listLocal = async (workplace?: string) => {
  const response = await server.app.inject({
    url: `${server.config.apiBase}sensor/local`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(workplace === undefined ? {} : { [workplaceHeader]: workplace }),
    },
  })
  return response.json<Sensor[]>().map(({ id }) => id)
}

test('a clinic without an enabled sensor has none at this computer', async () => {
  const all = await server.call(routes.sensor.list, {}, token)
  expect(all.body.map(({ id }) => id)).toEqual([server.first.records.sensorId])
  expect(await listLocal()).toEqual([])
})

test('a computer has the sensors of its X-ray room, and the list has those of all', async () => {
  const { unscopedDb, first } = server
  const other = await insertUnreachableBridge(unscopedDb, first.id, { xRayRoom: 'Dental room' })
  // The sensor of the other X-ray room is switched off: the computer may stand there all the same.
  expect(await listLocal()).toEqual([])
  const own = await insertLocalBridge(unscopedDb, first.id)
  expect(await listLocal()).toEqual([own.general, own.dental])
  expect(await listLocal('room=Dental%20room')).toEqual([other.sensorId])
  // A chosen X-ray room that was renamed or removed has to be chosen again.
  expect(await listLocal('room=No%20such%20room')).toEqual([])
  const { body: found } = await server.call(routes.sensor.xRayRooms, {}, token)
  expect(found.xRayRooms).toHaveLength(3)
  expect(found).toMatchObject({ xRayRooms: expect.arrayContaining(['Dental room', found.own]) })
  // The selected clinic narrows the reach and never extends it.
  expect(await listLocal(`clinic=${server.second.id}`)).toEqual([own.general, own.dental])
  const { body } = await server.call(routes.sensor.list, {}, token)
  expect(body).toMatchObject([
    {},
    {},
    { serverIp: '127.0.0.1', port: server.config.bridgePort },
    {},
  ])
  expect(Object.keys(body[0] ?? {})).toEqual([
    'id',
    'brand',
    'model',
    'modality',
    'serverIp',
    'port',
  ])
})

const technique = {
  speciesId: 1,
  size: 'Medium',
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  fo: 1,
  kv: 72,
  ma: 200,
  ms: 12.5,
} as const

test('a sign-in says whether the user has a sensor, and so perhaps a generator', async () => {
  const { unscopedDb, first } = server
  const signIn = async (username: string) => {
    const { body } = await server.call(routes.auth.login, {
      body: { username, password: testPassword },
    })
    return 'challenge' in body ? undefined : body.hasSensors
  }
  const setEnabled = (isEnabled: boolean) =>
    unscopedDb.updateTable('sensor').set({ isEnabled }).where('clinicId', '=', first.id).execute()
  await setEnabled(true)
  expect(await signIn(first.users.doctor.username)).toBe(true)
  await setEnabled(false)
  for (const kind of ['doctor', 'superAdmin'] as const)
    expect([kind, await signIn(first.users[kind].username)]).toEqual([kind, false])
})

test('each user has techniques of their own, and the last one saved wins', async () => {
  const save = (kv: number, by = token) =>
    server.call(routes.generator.saveOverride, { body: { ...technique, kv } }, by)
  expect((await save(72)).body).toMatchObject({ ...technique, kv: 72 })
  await save(74)
  const own = await server.call(routes.generator.overrides, {}, token)
  expect(own.body).toMatchObject([{ kv: 74, userId: server.first.users.staff.id }])
  const other = await server.createToken(server.second.users.staff.id)
  expect((await server.call(routes.generator.overrides, {}, other)).body).toEqual([])
  const userId = server.first.users.staff.id
  const asked = await server.call(routes.generator.overrides, { query: { userId } }, other)
  expect(asked.status).toBe(403)
  const body = { ...technique, userId }
  expect((await server.call(routes.generator.saveOverride, { body }, other)).status).toBe(403)
})
