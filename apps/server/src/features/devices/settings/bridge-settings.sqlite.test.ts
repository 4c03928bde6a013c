import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { Bridge, BridgeDrivers } from '@talus/contract'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createSelfSignedCertificate } from '@talus/node-kit/self-signed-certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBridge } from '../../../testing/capture/bridge-process.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let bridge: Awaited<ReturnType<typeof startBridge>>
let folder: string
let admin: string
let root: string
let otherCertificate: string

const none = { driver: 'none' } as const
const nothing: BridgeDrivers = { general: none, dental: none, generator: none }

beforeAll(async () => {
  const port = await findFreePort()
  server = await startTestServer({ BRIDGE_PORT: String(port) })
  bridge = await startBridge(server.config.dataFolder, port, { TALUS_DEMO: '0' })
  folder = await mkdtemp(join(tmpdir(), 'talus-detector-'))
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  root = await server.createToken(server.first.users.root.id)
  const options = { name: 'Other', hosts: ['localhost'], now: new Date(), days: 9 }
  otherCertificate = (await createSelfSignedCertificate(options)).cert
})
afterAll(async () => {
  await server.app.close()
  await bridge.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const add = (by: string, clinicId = server.first.id) =>
  server.call(routes.bridge.create, { body: { clinicId, name: 'PC 1', xRayRoom: 'Theatre' } }, by)
const list = async (by: string): Promise<readonly Bridge[]> =>
  (await server.call(routes.bridge.list, { query: { ClinicId: server.first.id } }, by)).body
const getOwn = async () => {
  const found = (await list(admin)).find(({ xRayRoom }) => xRayRoom === 'Theatre')
  if (!found) throw new Error('not registered')
  return found
}
const configure = async (drivers: Partial<BridgeDrivers>) => {
  const { id } = await getOwn()
  const body = { ...nothing, ...drivers }
  return server.call(routes.bridge.configure, { params: { id }, body }, admin)
}
const listAudited = async () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'clinicId', 'before', 'after'])
    .where('action', 'like', 'bridge.%')
    .orderBy('id')
    .execute()

test('an administrator adds the bridge of the server’s computer, which is found by itself', async () => {
  const found = await server.call(routes.bridge.ofThisMachine, {}, admin)
  expect(found.body).toMatchObject({ isRegistered: false, isRunning: true })
  const staff = await server.createToken(server.first.users.staff.id)
  expect(await add(staff)).toRefuse('access/forbidden')
  const added = await add(admin)
  expect(added.body).toMatchObject({ xRayRoom: 'Theatre', address: null, sensors: [] })
  expect(Object.keys(added.body)).not.toContain('token')
  expect(await add(admin)).toRefuse('device/bridge-registered')
  const again = await server.call(routes.bridge.ofThisMachine, {}, admin)
  expect(again.body.isRegistered).toBe(true)
})

test('another clinic gets the same bridge only from a user who manages all clinics', async () => {
  const other = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await add(other, server.second.id)).toRefuse('device/bridge-taken')
  expect(await add(other, server.first.id)).toRefuse('access/other-clinic')
  const { status, body } = await add(root, server.second.id)
  expect(status).toBe(200)
  const params = { id: body.id }
  expect(await server.call(routes.bridge.remove, { params }, admin)).toRefuse('record/not-found')
  expect((await server.call(routes.bridge.remove, { params }, root)).status).toBe(204)
})

test('a folder detector is chosen, and its sensor is registered for capture', async () => {
  const missing = await configure({ general: { driver: 'folder', folder: join(folder, 'no') } })
  expect(missing).toRefuse('request/invalid')
  expect(missing.error.fields).toEqual({
    generalFolder: 'There is no such folder on the computer of the station',
  })
  expect((await configure({ general: { driver: 'folder', folder } })).status).toBe(200)
  const { sensors } = await getOwn()
  expect(sensors).toMatchObject([{ modality: 'General', brand: 'Folder', isEnabled: true }])
  const staff = await server.createToken(server.first.users.staff.id)
  const local = await server.call(routes.sensor.ofThisMachine, {}, staff)
  expect(local.body.map(({ id }) => id)).toEqual([sensors[0]?.id])
})

test('the state of a bridge shows its devices, and a sensor is renamed and switched off', async () => {
  const { id, sensors } = await getOwn()
  const readState = () => server.call(routes.bridge.state, { params: { id } }, admin)
  await expect
    .poll(async () => (await readState()).body.sensors[0]?.state, { timeout: 10_000 })
    .toBe('Ready')
  expect((await readState()).body).toMatchObject({
    generator: { state: 'none' },
    config: { offersSimulator: false, drivers: { general: { driver: 'folder', folder } } },
  })
  const [sensor] = sensors
  const body = {
    id: sensor?.id ?? 0,
    name: 'Table',
    brand: 'Acme',
    model: 'Ez' as const,
    isEnabled: false,
  }
  expect((await server.call(routes.bridge.updateSensor, { body }, admin)).body).toMatchObject(body)
  expect((await server.call(routes.sensor.ofThisMachine, {}, admin)).body).toEqual([])
  const other = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await server.call(routes.bridge.updateSensor, { body }, other)).toRefuse(
    'record/not-found',
  )
  // The same drivers again keep the name and the brand.
  await configure({ general: { driver: 'folder', folder } })
  expect((await getOwn()).sensors).toMatchObject([{ name: 'Table', brand: 'Acme' }])
})

test('a bridge with an exposure that is not in the archive cannot be removed', async () => {
  const { id } = await getOwn()
  await writeFile(join(folder, 'image.raw'), Buffer.alloc(64 * 64 * 2, 7))
  const sidecar = { width: 64, height: 64, bits: 14, pitch: 0.2 }
  await writeFile(join(folder, 'image.json'), JSON.stringify(sidecar))
  const countWaiting = async () => {
    const { body } = await server.call(routes.bridge.state, { params: { id } }, admin)
    return body.sensors[0]?.framesWaiting
  }
  await expect.poll(countWaiting, { timeout: 15_000 }).toBe(1)
  const removed = await server.call(routes.bridge.remove, { params: { id } }, admin)
  expect(removed).toRefuse('device/frames-waiting')
  const staff = await server.createToken(server.first.users.staff.id)
  const [frame] = (await server.call(routes.image.unassigned, {}, staff)).body
  expect(frame?.frameId).toBeDefined()
  // A clinic that has not registered the bridge sees nothing of its exposures.
  const other = await server.createToken(server.second.users.staff.id)
  expect((await server.call(routes.image.unassigned, {}, other)).body).toEqual([])
  const picture = { params: { frameId: frame?.frameId ?? '' } }
  expect(await server.call(routes.image.unassignedPicture, picture, other)).toRefuse(
    'record/not-found',
  )
}, 180_000)

test('all changes of bridges and sensors are in the audit trail, without secrets', async () => {
  const { id } = await getOwn()
  const body = { id, name: 'PC 1', xRayRoom: 'Room 2' }
  expect((await server.call(routes.bridge.update, { body }, admin)).body.xRayRoom).toBe('Room 2')
  const events = await listAudited()
  expect(events.map(({ action }) => action)).toEqual([
    'bridge.create',
    'bridge.create',
    'bridge.delete',
    'bridge.configure',
    'bridge.configure',
    'bridge.update',
  ])
  expect(JSON.stringify(events)).not.toMatch(/token|BEGIN CERTIFICATE/u)
})

/** The X-ray room of the first bridge has a sensor: the sensor of another bridge joins it only if it is switched off. */
async function expectOneOfEachModality({ id, name, sensors }: Bridge) {
  const own = (await list(admin)).find(({ xRayRoom }) => xRayRoom === 'Room 2')
  await server.unscopedDb
    .updateTable('sensor')
    .set({ isEnabled: true })
    .where('id', 'in', own?.sensors.map((sensor) => sensor.id) ?? [])
    .execute()
  const move = (xRayRoom: string) =>
    server.call(routes.bridge.update, { body: { id, name, xRayRoom } }, admin)
  expect(await move('room 2')).toRefuse('device/room-has-sensor')
  const switchSensors = (isEnabled: boolean) =>
    Promise.all(
      sensors.map(({ id: sensorId, brand, model, name: title }) => {
        const body = { id: sensorId, brand, model, name: title, isEnabled }
        return server.call(routes.bridge.updateSensor, { body }, admin)
      }),
    )
  await switchSensors(false)
  // Another spelling is the same X-ray room.
  expect((await move('room 2')).body.xRayRoom).toBe('Room 2')
  const [general] = await switchSensors(true)
  expect(general).toRefuse('device/room-has-sensor')
  expect((await move('Dental')).status).toBe(200)
  await switchSensors(true)
}

test('a bridge of another computer is paired by its code and used over TLS', async () => {
  const data = await mkdtemp(join(tmpdir(), 'talus-other-pc-'))
  const lanPort = await findFreePort()
  const remote = await startBridge(data, await findFreePort(), {
    BRIDGE_HOST: '127.0.0.1',
    BRIDGE_LAN_PORT: String(lanPort),
    BRIDGE_SLOWNESS: '0.02',
  })
  try {
    await expect.poll(() => remote.output()).toContain('Pairing code')
    const code = /minutes: ([\w-]+)/u.exec(remote.output())?.[1] ?? ''
    const pair = (given: string) => {
      const pairing = { address: '127.0.0.1', port: lanPort, code: given }
      const body = { clinicId: server.first.id, name: 'PC 2', xRayRoom: 'Dental', pairing }
      return server.call(routes.bridge.create, { body }, admin)
    }
    // A typing error does not use up an attempt.
    expect((await pair('AAAA-BBBB')).status).toBe(400)
    expect(await pair('AAAA-BBBB-CCCC')).toRefuse('device/pairing-refused')
    const added = await pair(code.toLowerCase().replaceAll('-', ' '))
    expect(added.body).toMatchObject({ address: '127.0.0.1', port: lanPort, xRayRoom: 'Dental' })
    expect(added.body.sensors.map(({ modality }) => modality)).toEqual(['General', 'Dental'])
    await expectOneOfEachModality(added.body)
    // The code works once; the bridge then prints another one.
    expect(await pair(code)).toRefuse('device/pairing-refused')
    await expect.poll(() => remote.output().match(/Pairing code/gu)).toHaveLength(2)
    const { id } = added.body
    const row = await server.unscopedDb
      .selectFrom('bridge')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.identity).toMatch(/^[0-9a-f]{64}$/u)
    const tokens = await readFile(join(data, 'bridge', 'paired.json'), 'utf8')
    expect(tokens).not.toContain(row.token)
    const state = await server.call(routes.bridge.state, { params: { id } }, admin)
    expect(state.body).toMatchObject({ config: { offersSimulator: true } })
    // Another certificate at the same address is not accepted.
    await server.unscopedDb
      .updateTable('bridge')
      .set({ certificate: otherCertificate })
      .where('id', '=', id)
      .execute()
    const forged = await server.call(routes.bridge.state, { params: { id } }, admin)
    expect(forged).toRefuse('device/unavailable')
    const { certificate } = row
    await server.unscopedDb
      .updateTable('bridge')
      .set({ certificate })
      .where('id', '=', id)
      .execute()
    expect((await server.call(routes.bridge.remove, { params: { id } }, admin)).status).toBe(204)
    expect(await readFile(join(data, 'bridge', 'paired.json'), 'utf8')).toBe('[]')
  } finally {
    await remote.stop()
    await rm(data, { recursive: true, force: true })
  }
}, 180_000)
