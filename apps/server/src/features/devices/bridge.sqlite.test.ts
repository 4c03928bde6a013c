import { routes } from '@talus/contract'
import type { SensorId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBridge } from '../../testing/capture/bridge-process.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createSecretBox } from '../../secrets/secret-box.ts'
import { insertLocalBridge, insertUnreachableBridge } from '../../testing/records/devices.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { openBridges } from './connection/bridges.ts'

let server: TestServer
let token: string
let bridge: Awaited<ReturnType<typeof startBridge>>
let sensors: readonly SensorId[]
let address: string

beforeAll(async () => {
  const port = await findFreePort()
  server = await startTestServer({ BRIDGE_PORT: String(port) })
  token = await server.createToken(server.first.users.staff.id)
  bridge = await startBridge(server.config.dataFolder, port)
  const { general, dental } = await insertLocalBridge(server.unscopedDb, server.first.id)
  const { sensorId } = await insertUnreachableBridge(server.unscopedDb, server.first.id, {
    xRayRoom: 'Other',
  })
  sensors = [general, dental, sensorId]
  address = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}${server.config.apiBase}`
})
afterAll(async () => {
  await bridge.stop()
  await server.close()
})

const status = (id: SensorId | undefined) =>
  server.call(routes.sensor.status, { params: { id: id ?? 0 } }, token)
const text = async (path: string) => {
  const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

describe('a sensor', () => {
  test('the server returns the state of a sensor', async () => {
    await expect
      .poll(async () => (await status(sensors[0])).body.status?.state, { timeout: 10_000 })
      .toBe('Ready')
    const dental = await status(sensors[1])
    expect(dental.body.status).toMatchObject({ modality: 'Dental', isConnected: true })
  })

  test('a sensor without a running bridge is unavailable, and an unknown one is not found', async () => {
    const away = await status(sensors[2])
    expect(away).toRefuse('device/unavailable')
    expect((await status(999_999 as SensorId)).status).toBe(404)
  })

  test('the server streams the events of a sensor', async () => {
    const leave = new AbortController()
    const answer = await fetch(`${address}sensor/${sensors[0]}/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leave.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const first = await answer.body?.getReader().read()
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(
      /^event: state\ndata: \{.*"state":"/u,
    )
    leave.abort()
  })
})

test('users of another clinic get neither the state nor the events of a sensor', async () => {
  const other = await server.createToken(server.second.users.clinicAdmin.id)
  const params = { id: sensors[0] ?? 0 }
  expect(await server.call(routes.sensor.status, { params }, other)).toRefuse('record/not-found')
  const events = await fetch(`${address}sensor/${sensors[0]}/events`, {
    headers: { authorization: `Bearer ${other}` },
  })
  expect(events.status).toBe(404)
  const list = await server.call(routes.sensor.list, {}, other)
  expect(list.body.map(({ id }) => id)).toEqual([server.second.records.sensorId])
  expect(await server.call(routes.generator.power, { body: { value: 1 } }, other)).toRefuse(
    'device/no-generator',
  )
})

test('after a restart with another port the sensors are found at the new port', async () => {
  const rest = { ...server.config, unscopedDb: server.unscopedDb, secrets: createSecretBox('key') }
  const moved = openBridges({ ...rest, bridgePort: 4999 })
  const local = await moved.listOfClient({
    reach: [server.first.id],
    workplace: {},
    address: '127.0.0.1',
  })
  expect(local.map(({ serverIp, port }) => [serverIp, port])).toEqual([
    ['127.0.0.1', 4999],
    ['127.0.0.1', 4999],
  ])
})

test('signing out ends an open event stream', { timeout: 180_000 }, async () => {
  const own = await server.createToken(server.first.users.staff.id)
  const answer = await fetch(`${address}generator/events`, {
    headers: { authorization: `Bearer ${own}` },
  })
  const reader = answer.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('kv:')
  await server.call(routes.auth.logout, {}, own)
  const readOn = async () => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
  }
  // The stream may be cut off or end regularly: either way no more events arrive.
  await readOn().catch(() => undefined)
})

describe('the generator', () => {
  test('the generator is switched on and set, and returns its values as lines', async () => {
    const on = await server.call(routes.generator.power, { body: { value: 1 } }, token)
    expect([on.status, on.body]).toMatchObject([200, { pw: 1 }])
    const set = await text('generator/kv?value=72')
    expect(set).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
    expect(set.text).toContain('kv:72\n')
    expect((await text('generator/status')).text).toContain('kv:72\n')
    const { body } = await server.call(routes.generator.scales, {}, token)
    expect(body['kv']).toContain(72)
  })

  test('unknown orders and values of the generator are refused', async () => {
    expect((await text('generator/ex?value=3')).status).toBe(400)
    expect((await text('generator/kv?value=many')).status).toBe(400)
  })
})

test('a stopped bridge is reported as unavailable', async () => {
  await bridge.stop()
  const power = await server.call(routes.generator.power, { body: { value: 0 } }, token)
  expect(power).toRefuse('device/unavailable')
})
