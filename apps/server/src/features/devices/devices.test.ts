import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

const sensor = (serverIp: string, modality: 'General' | 'Dental' = 'General') => ({
  brand: 'Test',
  model: 'Ez' as const,
  modality,
  serverIp,
  port: 4000,
})

test('without registered sensors both lists are empty', async () => {
  expect((await server.call(routes.sensor.list, {}, token)).body).toEqual([])
  expect((await server.call(routes.sensor.ofThisMachine, {}, token)).body).toEqual([])
})

test('the server lists all registered sensors, and those of this computer', async () => {
  // 192.0.2.0/24 is reserved for documentation: no computer has such an address.
  const sensors = [sensor('192.0.2.1'), sensor('127.0.0.1'), sensor('localhost', 'Dental')]
  await server.unscopedDb.insertInto('sensor').values(sensors).execute()
  const all = await server.call(routes.sensor.list, {}, token)
  expect(all.body).toMatchObject(sensors)
  const here = await server.call(routes.sensor.ofThisMachine, {}, token)
  expect(here.body).toMatchObject(sensors.slice(1))
  expect(Object.keys(here.body[0] ?? {})).toEqual([
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
