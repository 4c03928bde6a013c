import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@talus/contract'
import type { ErrorReply, Image, SensorId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { captureRoom, newStudy } from '../../../testing/capture-room.ts'
import type { CaptureRoom } from '../../../testing/capture-room.ts'

// The threads that process are started with the first image, beside everything else.
vi.setConfig({ testTimeout: 60_000 })

const radiationSeconds = 4
let room: CaptureRoom
let token: string
let colleague: string
let study: StudyId
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

beforeAll(async () => {
  room = await captureRoom({ BRIDGE_RADIATION_SECONDS: String(radiationSeconds) })
  const { server } = room
  const { id: clinicId, people } = server.first
  token = await server.tokenOf(people.operator.id)
  colleague = await server.tokenOf(people.staff.id)
  study = await newStudy(server, { clinicId, userId: people.operator.id })
})
afterAll(() => room.close())

const order = (change: { sensorId?: SensorId; studyId?: StudyId; attempt?: string } = {}) => ({
  sensorId: room.general,
  studyId: study,
  annotation,
  ...change,
})
async function refusalOf(answer: Promise<Response>) {
  const response = await answer
  const { code, message } = (await response.json()) as ErrorReply
  return [response.status, code, message]
}
/** Read to the end: a line that is not is kept open. */
async function statusOf(answer: Promise<Response>) {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}
const ask = (change: Parameters<typeof order>[0] = {}, by = token, language = 'en') =>
  refusalOf(room.post(order(change), by, { language }))
const cancel = (by = token) =>
  room.server.call(routes.image.cancelCapture, { body: { sensorId: room.general } }, by)

describe('before anything is armed', () => {
  test('a sensor has to be registered for this machine', async () => {
    const words = 'No sensor has been registered with the current machine'
    expect(await ask({ sensorId: 999_999 as SensorId })).toEqual([
      409,
      'device/none-registered',
      words,
    ])
    const away = { brand: 'Far', model: 'Ez' as const, modality: 'General' as const }
    const { id } = await room.server.unscopedDb
      .insertInto('sensor')
      .values({ ...away, serverIp: '192.0.2.1', port: 4290 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await ask({ sensorId: id })).toEqual([409, 'device/none-registered', words])
  })

  test('its bridge has to be there', async () => {
    const here = { serverIp: '127.0.0.1', port: 1, brand: 'Near', model: 'Ez' as const }
    const { id } = await room.server.unscopedDb
      .insertInto('sensor')
      .values({ ...here, modality: 'General' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const words = 'Near Ez is currently unavailable'
    expect(await ask({ sensorId: id })).toEqual([503, 'device/sensor-unavailable', words])
    await room.server.unscopedDb.deleteFrom('sensor').where('id', '=', id).execute()
  })

  test('the study has to be one of the person’s clinic, of this kind, and not deleted', async () => {
    const { server } = room
    const { id: clinicId, people } = server.first
    const foreign = await ask({ studyId: server.second.records.studyId })
    expect(foreign.slice(0, 2)).toEqual([404, 'record/not-found'])
    const own = { clinicId, userId: people.operator.id }
    const mouth = await newStudy(server, { ...own, modality: 'Dental' })
    expect(await ask({ studyId: mouth })).toEqual([
      409,
      'device/other-modality',
      'Dental XRay is not supported on the current machine',
    ])
    const deleted = await newStudy(server, own)
    await server.unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', deleted)
      .execute()
    expect((await ask({ studyId: deleted }))[0]).toBe(404)
  })

  test('what is to be shown has to be a part of this animal', async () => {
    const wrong = { ...order(), annotation: { ...annotation, bodyPart: 'Antenna' } }
    expect((await refusalOf(room.post(wrong, token))).slice(0, 2)).toEqual([400, 'request/invalid'])
  })

  test('the generator has to be available, where there is one', async () => {
    await room.bridgeCall('/generator/pw?value=0')
    const words = 'Generator is currently unavailable'
    expect(await ask()).toEqual([503, 'device/generator-unavailable', words])
    await room.bridgeCall('/generator/pw?value=1')
    await room.simulator({ order: 'generator-fault', fault: 'no-generator', isOn: true })
    const answer = room.post(order(), token)
    await room.press('general')
    expect(await statusOf(answer)).toBe(200)
    await room.simulator({ order: 'generator-fault', fault: 'no-generator', isOn: false })
    await room.bridgeCall('/generator/pw?value=1')
  })

  test('the sensor has to be ready', async () => {
    await room.simulator({
      order: 'sensor-fault',
      sensor: 'general',
      fault: 'disconnected',
      isOn: true,
    })
    await room.untilState('general', 'NotAvailable')
    const words = 'Unable to connect to CareRay CR1500L. State NotAvailable'
    expect(await ask()).toEqual([409, 'device/not-ready', words])
    await room.simulator({
      order: 'sensor-fault',
      sensor: 'general',
      fault: 'disconnected',
      isOn: false,
    })
    await room.untilState('general', 'Ready')
  })
})

describe('while it waits for radiation', () => {
  test('none comes: 408', async () => {
    const attempt = 'the-first-attempt'
    expect((await ask({ attempt })).slice(0, 2)).toEqual([408, 'device/time-out'])
    await room.untilState('general', 'Ready')
    // As a browser sends it again by itself: it is told the same at once, and nothing is armed.
    const sentAgain = Date.now()
    expect((await ask({ attempt })).slice(0, 2)).toEqual([408, 'device/time-out'])
    expect(Date.now() - sentAgain).toBeLessThan(radiationSeconds * 1000)
    await room.untilState('general', 'Ready')
    const next = room.post(order({ attempt: 'another-attempt' }), token)
    await room.press('general')
    expect(await statusOf(next)).toBe(200)
  })

  test('a colleague is told who has the sensor, and so is a second window', async () => {
    const first = room.post(order(), token)
    await room.untilState('general', 'WaitingForRadiation')
    const busy = await ask({}, colleague)
    expect(busy.slice(0, 2)).toEqual([409, 'device/in-use'])
    expect(busy[2]).toMatch(/^The sensor is in use by .+\.$/u)
    expect((await cancel(colleague)).error.code).toBe('device/in-use')
    expect((await ask()).slice(0, 2)).toEqual([409, 'device/in-use'])
    await room.press('general')
    expect(await statusOf(first)).toBe(200)
  })

  test('a cancel disarms the sensor, and frees it for others', async () => {
    const waiting = ask()
    await room.untilState('general', 'WaitingForRadiation')
    expect((await cancel()).status).toBe(204)
    expect((await waiting).slice(0, 2)).toEqual([409, 'capture/cancelled'])
    await room.untilState('general', 'Ready')
    const next = room.post(order(), colleague)
    await room.press('general')
    expect(await statusOf(next)).toBe(200)
    await cancel(colleague)
  })

  test('a cancel after radiation is too late: the image comes all the same', async () => {
    const waiting = room.post(order(), token)
    await room.press('general')
    expect((await cancel()).status).toBe(204)
    const response = await waiting
    const image = (await response.json()) as Image
    expect([response.status, image.studyId]).toEqual([200, study])
  })

  test('a fault of the sensor is told in the reader’s language', async () => {
    const waiting = ask({}, token, 'fr')
    await room.untilState('general', 'WaitingForRadiation')
    const fault = { order: 'sensor-fault', sensor: 'general', fault: 'over-temperature' }
    await room.simulator({ ...fault, isOn: true })
    expect(await waiting).toEqual([
      503,
      'device/faulty',
      'Le capteur est trop chaud. Laissez-le refroidir avant la prochaine exposition.',
    ])
    await room.simulator({ ...fault, isOn: false })
    await room.untilState('general', 'Ready')
  })

  test('a closed page disarms it; one that is loaded again goes on', async () => {
    const leave = new AbortController()
    const left = room.post(order(), token, { signal: leave.signal }).catch(() => 'left')
    await room.untilState('general', 'WaitingForRadiation')
    leave.abort()
    expect(await left).toBe('left')
    const next = room.post(order(), token)
    await sleep(200)
    await room.press('general')
    expect(await statusOf(next)).toBe(200)
  })

  test('the image of a page that was closed after radiation comes into its study', async () => {
    const before = await countImages()
    const leave = new AbortController()
    const left = room.post(order(), token, { signal: leave.signal }).catch(() => 'left')
    await room.press('general')
    leave.abort()
    expect(await left).toBe('left')
    await room.until('the image', async () => (await countImages()) === before + 1)
    await room.until('the acknowledgement', async () => {
      const { frames } = (await room.bridgeCall('/frames')) as { frames: unknown[] }
      return frames.length === 0
    })
  })
})

describe('a bridge that dies', () => {
  test('before radiation is told as a sensor that is not there', async () => {
    const waiting = ask()
    await room.untilState('general', 'WaitingForRadiation')
    await room.killBridge()
    await room.startBridge()
    expect((await waiting).slice(0, 2)).toEqual([503, 'device/sensor-unavailable'])
  })

  test('after radiation is waited for: the sensor has the frame, and the call its image', async () => {
    await room.untilState('general', 'Ready')
    await room.killBridge()
    // As slow as life, so that it dies before the frame is read.
    await room.startBridge({ BRIDGE_SLOWNESS: '1' })
    await room.untilState('general', 'Ready')
    const waiting = room.post(order(), token)
    await room.press('general')
    await room.killBridge()
    await room.startBridge()
    const response = await waiting
    const image = (await response.json()) as Image
    expect([response.status, image]).toMatchObject([200, { studyId: study, isRecovered: true }])
  })
})

async function countImages() {
  const { count } = await room.server.unscopedDb
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('studyId', '=', study)
    .executeTakeFirstOrThrow()
  return count
}
