import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@talus/contract'
import type { ErrorReply, Image, SensorId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  openCaptureFixture,
  insertStudyWithPatient,
} from '../../../testing/capture/capture-fixture.ts'
import { insertUnreachableBridge } from '../../../testing/records/devices.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'

// The first image starts the processing threads, in parallel with other tests.
vi.setConfig({ testTimeout: 60_000 })

const radiationSeconds = 4
let fixture: CaptureFixture
let token: string
let colleague: string
let study: StudyId
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

beforeAll(async () => {
  fixture = await openCaptureFixture({ BRIDGE_RADIATION_SECONDS: String(radiationSeconds) })
  const { server } = fixture
  const { id: clinicId, users } = server.first
  token = await server.createToken(users.operator.id)
  colleague = await server.createToken(users.staff.id)
  study = await insertStudyWithPatient(server, { clinicId, userId: users.operator.id })
})
afterAll(() => fixture.close())

const order = (change: { sensorId?: SensorId; studyId?: StudyId; attempt?: string } = {}) => ({
  sensorId: fixture.general,
  studyId: study,
  annotation,
  ...change,
})
async function refusalOf(answer: Promise<Response>) {
  const response = await answer
  const { code, message } = (await response.json()) as ErrorReply
  return [response.status, code, message]
}
/** Reads the body to the end: otherwise the connection stays open. */
async function statusOf(answer: Promise<Response>) {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}
const ask = (change: Parameters<typeof order>[0] = {}, by = token, language = 'en') =>
  refusalOf(fixture.post(order(change), by, { language }))
const cancel = (by = token) =>
  fixture.server.call(routes.image.cancelCapture, { body: { sensorId: fixture.general } }, by)

/** The use of the sensor as a colleague sees it. */
async function readUse() {
  const params = { id: fixture.general }
  return (await fixture.server.call(routes.sensor.status, { params }, colleague)).body.status.use
}

/** The user keeps the lease for a while after a refused capture, and so only they may switch. */
async function switchGeneratorOn() {
  const on = await fixture.server.call(routes.generator.power, { body: { value: 1 } }, token)
  expect(on.status).toBe(200)
}

describe('capture: checks before the sensor is armed', () => {
  test('a sensor has to be registered for the clinic and switched on', async () => {
    const message = 'No sensor has been registered with the current machine'
    expect(await ask({ sensorId: 999_999 as SensorId })).toEqual([
      409,
      'device/none-registered',
      message,
    ])
    const { first, second } = fixture.server
    for (const { records } of [first, second])
      expect(await ask({ sensorId: records.sensorId })).toEqual([
        409,
        'device/none-registered',
        message,
      ])
  })

  test('a user of several clinics uses the sensors of the study’s clinic only', async () => {
    const { server } = fixture
    const away = { xRayRoom: 'Second', isEnabled: true }
    const { sensorId } = await insertUnreachableBridge(server.unscopedDb, server.second.id, away)
    const root = await server.createToken(server.first.users.root.id)
    const answer = await fixture.post(
      {
        sensorId,
        studyId: server.first.records.studyId,
        annotation: { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' },
      },
      root,
    )
    expect(await answer.json()).toMatchObject({ code: 'device/none-registered' })
  })

  test('the bridge of the sensor has to be reachable', async () => {
    const { unscopedDb, first } = fixture.server
    const { sensorId: id } = await insertUnreachableBridge(unscopedDb, first.id, {
      xRayRoom: 'Near',
    })
    const message = 'Near Ez is currently unavailable'
    expect(await ask({ sensorId: id })).toEqual([503, 'device/sensor-unavailable', message])
    await unscopedDb.deleteFrom('sensor').where('id', '=', id).execute()
  })

  test('the study has to belong to the user’s clinic, have the sensor’s modality, and not be deleted', async () => {
    const { server } = fixture
    const { id: clinicId, users } = server.first
    const foreign = await ask({ studyId: server.second.records.studyId })
    expect(foreign.slice(0, 2)).toEqual([404, 'record/not-found'])
    const own = { clinicId, userId: users.operator.id }
    const mouth = await insertStudyWithPatient(server, { ...own, modality: 'Dental' })
    expect(await ask({ studyId: mouth })).toEqual([
      409,
      'device/other-modality',
      'Dental XRay is not supported on the current machine',
    ])
    const deleted = await insertStudyWithPatient(server, own)
    await server.unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', deleted)
      .execute()
    expect((await ask({ studyId: deleted }))[0]).toBe(404)
  })

  test('the body part has to exist for the species', async () => {
    const wrong = { ...order(), annotation: { ...annotation, bodyPart: 'Antenna' } }
    expect((await refusalOf(fixture.post(wrong, token))).slice(0, 2)).toEqual([
      400,
      'request/invalid',
    ])
  })

  test('the generator has to be available if there is one', async () => {
    await fixture.callBridge('/generator/pw?value=0')
    const message = 'Generator is currently unavailable'
    expect(await ask()).toEqual([503, 'device/generator-unavailable', message])
    await switchGeneratorOn()
    await fixture.orderSimulator({ order: 'generator-fault', fault: 'no-generator', isOn: true })
    const answer = fixture.post(order(), token)
    await fixture.press('general')
    expect(await statusOf(answer)).toBe(200)
    await fixture.orderSimulator({ order: 'generator-fault', fault: 'no-generator', isOn: false })
    await switchGeneratorOn()
  })

  test('the sensor has to be ready', async () => {
    await fixture.orderSimulator({
      order: 'sensor-fault',
      sensor: 'general',
      fault: 'disconnected',
      isOn: true,
    })
    await fixture.untilState('general', 'NotAvailable')
    const message = 'Unable to connect to CareRay CR1500L. State NotAvailable'
    expect(await ask()).toEqual([409, 'device/not-ready', message])
    await fixture.orderSimulator({
      order: 'sensor-fault',
      sensor: 'general',
      fault: 'disconnected',
      isOn: false,
    })
    await fixture.untilState('general', 'Ready')
  })
})

describe('capture: waiting for radiation', () => {
  // The sensor may still clean up after the image of the previous test.
  beforeEach(async () => {
    await fixture.untilState('general', 'Ready')
  })

  test('a capture without radiation times out with 408', async () => {
    const attempt = 'the-first-attempt'
    expect((await ask({ attempt })).slice(0, 2)).toEqual([408, 'device/time-out'])
    await fixture.untilState('general', 'Ready')
    // A browser may repeat the request by itself: it gets the same response at once, and nothing is
    // armed.
    const sentAgain = Date.now()
    expect((await ask({ attempt })).slice(0, 2)).toEqual([408, 'device/time-out'])
    expect(Date.now() - sentAgain).toBeLessThan(radiationSeconds * 1000)
    await fixture.untilState('general', 'Ready')
    const next = fixture.post(order({ attempt: 'another-attempt' }), token)
    await fixture.press('general')
    expect(await statusOf(next)).toBe(200)
  })

  test('another user and a second window get the name of the user who holds the sensor', async () => {
    const first = fixture.post(order(), token)
    await fixture.untilState('general', 'WaitingForRadiation')
    const busy = await ask({}, colleague)
    expect(busy.slice(0, 2)).toEqual([409, 'device/in-use'])
    expect(busy[2]).toMatch(/^The X-ray system is in use by .+ for Étoile since \d\d:\d\d\.$/u)
    expect((await cancel(colleague)).error.code).toBe('device/in-use')
    expect((await ask()).slice(0, 2)).toEqual([409, 'device/in-use'])
    await fixture.press('general')
    expect(await statusOf(first)).toBe(200)
  })

  test('cancelling disarms the sensor and releases it for other users', async () => {
    const waiting = ask()
    await fixture.untilState('general', 'WaitingForRadiation')
    expect((await cancel()).status).toBe(204)
    expect((await waiting).slice(0, 2)).toEqual([409, 'capture/cancelled'])
    await fixture.untilState('general', 'Ready')
    const next = fixture.post(order(), colleague)
    await fixture.press('general')
    expect(await statusOf(next)).toBe(200)
    await cancel(colleague)
  })

  test('a page that is left while its call arrives does not keep the sensor', async () => {
    for (let delay = 0; delay < 12; delay += 1) {
      const left = new AbortController()
      const answer = fixture.post(order(), token, { signal: left.signal }).catch(() => undefined)
      await sleep(delay)
      const cancelled = cancel()
      left.abort()
      expect((await cancelled).status).toBe(204)
      await answer
      // Much sooner than the lease is kept for a user between two images.
      await vi.waitUntil(async () => (await readUse()) === null, { timeout: 5000 })
      await fixture.untilState('general', 'Ready')
    }
  })

  test('a cancellation to arm again ends its own attempt only, early or late', async () => {
    const body = { sensorId: fixture.general, keepsLease: true, attempt: 'attempt-of-the-past' }
    const rearm = () => fixture.server.call(routes.image.cancelCapture, { body }, token)
    // The page has armed the sensor again before the call arrives.
    const next = fixture.post(order({ attempt: 'attempt-after-it' }), token)
    await fixture.untilState('general', 'WaitingForRadiation')
    expect((await rearm()).status).toBe(204)
    // The cancelled attempt arrives after its cancellation, while the other one still waits.
    await fixture.press('general')
    expect(await statusOf(next)).toBe(200)
    await fixture.untilState('general', 'Ready')
    const late = await ask({ attempt: body.attempt })
    expect(late.slice(0, 2)).toEqual([409, 'capture/cancelled'])
    expect((await readUse())?.scope).toBeDefined()
    await cancel()
  })

  test('cancelling after radiation is too late: the image is returned', async () => {
    const waiting = fixture.post(order(), token)
    await fixture.press('general')
    expect((await cancel()).status).toBe(204)
    const response = await waiting
    const image = (await response.json()) as Image
    expect([response.status, image.studyId]).toEqual([200, study])
  })

  test('a sensor fault is reported in the user’s language', async () => {
    const waiting = ask({}, token, 'fr')
    await fixture.untilState('general', 'WaitingForRadiation')
    const fault = { order: 'sensor-fault', sensor: 'general', fault: 'over-temperature' }
    await fixture.orderSimulator({ ...fault, isOn: true })
    expect(await waiting).toEqual([
      503,
      'device/faulty',
      'Le capteur est trop chaud. Laissez-le refroidir avant la prochaine exposition.',
    ])
    await fixture.orderSimulator({ ...fault, isOn: false })
    await fixture.untilState('general', 'Ready')
  })

  test('a closed page disarms the sensor, and a reloaded page can capture again', async () => {
    const leave = new AbortController()
    const left = fixture.post(order(), token, { signal: leave.signal }).catch(() => 'left')
    await fixture.untilState('general', 'WaitingForRadiation')
    leave.abort()
    expect(await left).toBe('left')
    // A colleague does not wait for a page that is closed.
    await vi.waitUntil(async () => (await readUse()) === null, { timeout: 5000 })
    const next = fixture.post(order(), token)
    await sleep(200)
    await fixture.press('general')
    expect(await statusOf(next)).toBe(200)
  })

  test('an image whose page was closed after radiation is stored in its study', async () => {
    const before = await countImages()
    const leave = new AbortController()
    const left = fixture.post(order(), token, { signal: leave.signal }).catch(() => 'left')
    await fixture.press('general')
    leave.abort()
    expect(await left).toBe('left')
    await fixture.until('the image', async () => (await countImages()) === before + 1)
    await fixture.until('the acknowledgement', async () => {
      const { frames } = (await fixture.callBridge('/frames')) as { frames: unknown[] }
      return frames.length === 0
    })
  })
})

describe('capture: slow or killed bridge', () => {
  test('a bridge that dies before radiation is reported as an unavailable sensor', async () => {
    const waiting = ask()
    await fixture.untilState('general', 'WaitingForRadiation')
    await fixture.killBridge()
    await fixture.startBridge()
    expect((await waiting).slice(0, 2)).toEqual([503, 'device/sensor-unavailable'])
  })

  test('an image whose page was closed while the switch was pressed is stored in its study', async () => {
    await fixture.untilState('general', 'Ready')
    await fixture.killBridge()
    // Realistic speed: a second passes between the pressed switch and the radiation.
    await fixture.startBridge({ BRIDGE_SLOWNESS: '1' })
    await fixture.untilState('general', 'Ready')
    const before = await countImages()
    const left = new AbortController()
    const answer = fixture.post(order(), token, { signal: left.signal }).catch(() => undefined)
    await fixture.untilState('general', 'WaitingForRadiation')
    await fixture.orderSimulator({ order: 'expose', sensor: 'general' })
    await sleep(100)
    left.abort()
    void cancel()
    await answer
    await expect.poll(countImages, { timeout: 20_000 }).toBe(before + 1)
  })

  test('a bridge that dies after radiation is waited for, and the call returns the image', async () => {
    await fixture.untilState('general', 'Ready')
    await fixture.killBridge()
    // Realistic speed, so that the bridge dies before the frame is read.
    await fixture.startBridge({ BRIDGE_SLOWNESS: '1' })
    await fixture.untilState('general', 'Ready')
    const waiting = fixture.post(order(), token)
    await fixture.press('general')
    await fixture.killBridge()
    await fixture.startBridge()
    const response = await waiting
    const image = (await response.json()) as Image
    expect([response.status, image]).toMatchObject([200, { studyId: study, isRecovered: true }])
  })
})

async function countImages() {
  const { count } = await fixture.server.unscopedDb
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('studyId', '=', study)
    .executeTakeFirstOrThrow()
  return count
}
