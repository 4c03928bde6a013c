import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeTokenFile, formatWorkplace, routes, workplaceHeader } from '@talus/contract'
import type { BridgeId, Image, SensorId, StudyId } from '@talus/contract'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBridge } from '../../../testing/capture/bridge-process.ts'
import {
  insertStudyWithPatient,
  openCaptureFixture,
} from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'

let fixture: CaptureFixture
let remote: Awaited<ReturnType<typeof startBridge>>
let data: string
let port: number
let token: string
let study: StudyId
let bridgeId: BridgeId
let sensorId: SensorId

const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' } as const
const chest = () => ({ sensorId, studyId: study, annotation })

/** A clinic with a bridge beside the server and another one on a second computer. */
beforeAll(async () => {
  fixture = await openCaptureFixture()
  const { server } = fixture
  const { id: clinicId, users } = server.first
  token = await server.createToken(users.operator.id)
  study = await insertStudyWithPatient(server, { clinicId, userId: users.operator.id })
  data = await mkdtemp(join(tmpdir(), 'talus-second-pc-'))
  port = await findFreePort()
  const lanPort = await findFreePort()
  remote = await startBridge(data, port, {
    BRIDGE_HOST: '127.0.0.1',
    BRIDGE_LAN_PORT: String(lanPort),
    BRIDGE_SLOWNESS: '0.02',
  })
  await fixture.until('a pairing code', async () => remote.output().includes('minutes: '))
  const code = /minutes: ([\w-]+)/u.exec(remote.output())?.[1] ?? ''
  const admin = await server.createToken(users.clinicAdmin.id)
  const pairing = { address: '127.0.0.1', port: lanPort, code }
  const body = { clinicId, name: '', xRayRoom: 'Second', pairing }
  const added = await server.call(routes.bridge.create, { body }, admin)
  bridgeId = added.body.id
  sensorId = added.body.sensors.find(({ modality }) => modality === 'General')?.id ?? sensorId
  // Power belongs to sessions; this one stands in the X-ray room of the second computer.
  const headers = { [workplaceHeader]: formatWorkplace({ xRayRoom: 'Second' }) }
  const switchOn = () => server.call(routes.generator.power, { body: { value: 1 } }, token, headers)
  await fixture.until('power', async () => (await switchOn()).status === 200)
  await fixture.until('the second sensor', async () => (await readState()) === 'Ready')
})
afterAll(async () => {
  await fixture.close()
  await remote.stop()
  await rm(data, { recursive: true, force: true })
})

/** Calls the second bridge from its own computer. */
async function callRemote(path: string, body?: unknown): Promise<string> {
  const own = (await readFile(join(data, bridgeTokenFile), 'utf8')).trim()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.text()
}
const readState = async () =>
  /"state":"(\w+)"/u.exec(await callRemote('/sensor/general/status'))?.[1]
async function pressRemote() {
  await fixture.until('arming', async () => (await readState()) === 'WaitingForRadiation')
  await callRemote('/simulator/order', { order: 'expose', sensor: 'general' })
}
const countImages = async () =>
  (await fixture.server.call(routes.image.ofStudy, { query: { studyId: study } }, token)).body
    .length
const listRemoteFrames = async () =>
  JSON.parse(await callRemote('/frames')) as { frames: unknown[] }

test('an X-ray is taken with the bridge of another computer, while the own bridge does not run', async () => {
  await fixture.killBridge()
  const answer = fixture.post(chest(), token)
  await pressRemote()
  const response = await answer
  expect(response.status).toBe(200)
  const image = (await response.json()) as Image
  expect(image).toMatchObject({ studyId: study, bodyPart: 'Chest', isRecovered: false })
  // Acknowledged: the bridge has deleted its copy.
  await expect.poll(async () => (await listRemoteFrames()).frames, { timeout: 5000 }).toEqual([])
  await fixture.startBridge()
}, 180_000)

test('an exposure of another computer that no page waits for is recovered', async () => {
  const before = await countImages()
  const leave = new AbortController()
  const answer = fixture.post(chest(), token, { signal: leave.signal }).catch(() => undefined)
  await pressRemote()
  // A page that is closed before the radiation disarms the sensor.
  await fixture.until('radiation', async () => (await readState()) !== 'WaitingForRadiation')
  leave.abort()
  await answer
  await expect.poll(countImages, { timeout: 30_000 }).toBe(before + 1)
  await expect.poll(async () => (await listRemoteFrames()).frames, { timeout: 5000 }).toEqual([])
}, 180_000)

test('a removed bridge no longer takes X-rays', async () => {
  const { server } = fixture
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const remove = () => server.call(routes.bridge.remove, { params: { id: bridgeId } }, admin)
  // The user keeps the sensor for some seconds after the last image, or gives it back.
  await server.call(routes.image.cancelCapture, { body: { sensorId } }, token)
  await fixture.until('the lease', async () => (await remove()).status === 204)
  const refused = await fixture.post(chest(), token)
  expect(await refused.json()).toMatchObject({ code: 'device/none-registered' })
}, 180_000)
