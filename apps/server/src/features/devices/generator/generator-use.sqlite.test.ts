import { routes } from '@talus/contract'
import type { SensorId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  insertStudyWithPatient,
  openCaptureFixture,
} from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import { insertLocalBridge } from '../../../testing/records/devices.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Sensor and generator are leased together, to one page and its study. */
let fixture: CaptureFixture
let holder: string
let colleague: string
let stranger: string
/** The same sensor as the other clinic has registered it. */
let sensorOfStranger: SensorId
let study: StudyId
let otherStudy: StudyId
const page = 'page-of-the-holder'

beforeAll(async () => {
  fixture = await openCaptureFixture()
  const { server } = fixture
  const { id: clinicId, users } = server.first
  holder = await server.createToken(users.operator.id)
  colleague = await server.createToken(users.staff.id)
  stranger = await server.createToken(server.second.users.operator.id)
  sensorOfStranger = (await insertLocalBridge(server.unscopedDb, server.second.id)).general
  study = await insertStudyWithPatient(server, { clinicId, userId: users.operator.id })
  otherStudy = await insertStudyWithPatient(server, { clinicId, userId: users.operator.id })
})
afterAll(() => fixture.close())

const readValues = async () => {
  const text = String(await fixture.callBridge('/generator/status'))
  const read = (key: string) => Number(new RegExp(`^${key}:(.+)$`, 'mu').exec(text)?.[1])
  return { kv: read('kv'), ma: read('ma'), ms: read('ms'), fo: read('fo'), pw: read('pw') }
}
interface Sender {
  readonly page?: string
  readonly studyId?: StudyId
}
const setKv = (value: number | string, token: string, sender: Sender = {}) =>
  fixture.server.call(
    routes.generator.order,
    { params: { order: 'kv' }, query: { value: String(value), ...sender } },
    token,
  )
const switchPower = (value: 0 | 1, token: string) =>
  fixture.server.call(routes.generator.power, { body: { value } }, token)
const findSensor = (token: string) => (token === stranger ? sensorOfStranger : fixture.general)
const readSensor = (token: string) =>
  fixture.server.call(routes.sensor.status, { params: { id: findSensor(token) } }, token)
const cancel = (token: string, keepsLease = false) =>
  fixture.server.call(
    routes.image.cancelCapture,
    { body: { sensorId: findSensor(token), keepsLease } },
    token,
  )
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }
const capture = (token: string, change: Sender = {}) =>
  fixture
    .post({ sensorId: findSensor(token), studyId: study, annotation, page, ...change }, token)
    .then(async (response) => ({
      status: response.status,
      body: (await response.json()) as { code?: string; message?: string },
    }))

test('orders to the generator and the arming of the sensor are in the audit trail', async () => {
  const { server } = fixture
  const listEvents = (action: string) =>
    server.unscopedDb
      .selectFrom('auditEvent')
      .select(['username', 'clinicId', 'address', 'after'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute()
  const { username } = server.first.users.operator
  const by = { username, clinicId: server.first.id, address: '127.0.0.1' }
  await switchPower(1, holder)
  expect((await listEvents('generator.power'))[0]).toMatchObject({ ...by, after: { pw: 1 } })
  await fixture.until('its value', async () => (await setKv(66, holder)).status === 200)
  expect((await listEvents('generator.set'))[0]).toMatchObject({ ...by, after: { kv: 66 } })
  expect(await setKv(9999, holder)).toRefuse('device/not-in-scale')
  expect((await listEvents('generator.set'))[0]).toMatchObject({ after: { kv: 66 } })
  await fixture.untilState('general', 'Ready')
  const armed = capture(holder)
  await fixture.untilState('general', 'WaitingForRadiation')
  expect((await listEvents('sensor.arm'))[0]).toMatchObject(by)
  await cancel(holder)
  await armed
})

describe('while a capture is armed', () => {
  let armed: ReturnType<typeof capture>
  const own = () => ({ page, studyId: study })

  beforeEach(async () => {
    await fixture.untilState('general', 'Ready')
    await fixture.until('its value', async () => (await setKv(70, holder, own())).status === 200)
    armed = capture(holder)
    await fixture.untilState('general', 'WaitingForRadiation')
    return async () => {
      await cancel(holder)
      await armed
    }
  })

  test('a colleague gets the user, the animal and the time instead of setting or switching', async () => {
    const name = /^The X-ray system is in use by \S.* for Étoile since 09:00\.$/u
    for (const refused of [
      await setKv(55, colleague),
      await setKv(55, colleague, { page: 'another-page', studyId: otherStudy }),
      await setKv(55, colleague, own()),
      await switchPower(0, colleague),
      await switchPower(1, colleague),
    ]) {
      expect(refused).toRefuse('device/in-use')
      expect(refused.error.message).toMatch(name)
    }
    expect(await readValues()).toMatchObject({ kv: 70, pw: 1 })
  })

  test('the holder sets values from the page that has armed, and from no other page or study', async () => {
    expect((await setKv(71, holder, own())).status).toBe(200)
    expect((await readValues()).kv).toBe(71)
    for (const sender of [
      {},
      { studyId: study },
      { page: 'another-page', studyId: study },
      { page, studyId: otherStudy },
    ])
      expect(await setKv(55, holder, sender)).toRefuse('device/in-use')
    expect((await readValues()).kv).toBe(71)
  })

  test('a colleague sees for whom the sensor is armed', async () => {
    const { status } = (await readSensor(colleague)).body
    expect(status).toMatchObject({
      state: 'WaitingForRadiation',
      use: {
        scope: 'clinic',
        studyId: study,
        page,
        patientName: 'Étoile',
        since: '2026-03-02T14:00:00.000Z',
      },
    })
    expect(status).not.toHaveProperty('lease')
  })

  test('a user of another clinic gets no name, no value and no state', async () => {
    const { server } = fixture
    const refusals = [
      await setKv(55, stranger),
      await switchPower(0, stranger),
      await switchPower(1, stranger),
      await server.call(routes.generator.status, {}, stranger),
      await server.call(routes.generator.scales, {}, stranger),
    ]
    for (const refused of refusals) expect(refused).toRefuse('device/in-use-elsewhere')
    const strangeStudy = await insertStudyWithPatient(server, {
      clinicId: server.second.id,
      userId: server.second.users.operator.id,
    })
    const captured = await capture(stranger, { studyId: strangeStudy, page: 'page-of-stranger' })
    expect([captured.status, captured.body.code]).toEqual([409, 'device/in-use-elsewhere'])
    expect(await cancel(stranger)).toRefuse('device/in-use-elsewhere')
    const { status } = (await readSensor(stranger)).body
    expect(status).toMatchObject({
      state: 'NotAvailable',
      captureId: null,
      use: { scope: 'elsewhere' },
    })
    const events = await fetch(fixture.url('generator/events'), {
      headers: { authorization: `Bearer ${stranger}` },
    })
    expect(events.status).toBe(503)
    const replies = JSON.stringify([...refusals.map(({ error }) => error), captured, status])
    expect(replies).not.toMatch(/operator|Étoile/u)
    expect(await readValues()).toMatchObject({ kv: 70, pw: 1 })
  })

  test('the bridge itself refuses orders without the lease', async () => {
    for (const order of ['kv?value=55', 'pw?value=0', 'kv?value=55&lease=another-lease'])
      expect(await fixture.callBridge(`/generator/${order}`)).toMatchObject({
        code: 'bridge/lease-held',
      })
    expect(await readValues()).toMatchObject({ kv: 70, pw: 1 })
  })

  test('a sign-out of the holder leaves the power on until the capture has ended', async () => {
    const { server } = fixture
    const token = await server.createToken(server.first.users.operator.id)
    await cancel(holder)
    await armed
    await fixture.untilState('general', 'Ready')
    await setKv(70, token, own())
    armed = capture(token)
    await fixture.untilState('general', 'WaitingForRadiation')
    expect(await switchPower(0, token)).toRefuse('device/in-use')
    await server.call(routes.auth.logout, {}, token)
    expect(await readValues()).toMatchObject({ pw: 1 })
  })

  test('arming again for another annotation leaves no gap for another page', async () => {
    expect((await cancel(holder, true)).status).toBe(204)
    expect((await armed).body.code).toBe('capture/cancelled')
    expect(await setKv(55, colleague)).toRefuse('device/in-use')
    expect((await setKv(72, holder, own())).status).toBe(200)
    armed = capture(holder)
    await fixture.untilState('general', 'WaitingForRadiation')
    expect(await readValues()).toMatchObject({ kv: 72, pw: 1 })
  })
})

test('a colleague sets the generator as soon as the capture has ended', async () => {
  const armed = capture(holder)
  await fixture.untilState('general', 'WaitingForRadiation')
  await cancel(holder)
  await armed
  expect((await setKv(55, colleague)).status).toBe(200)
  expect((await readSensor(colleague)).body.status.use).toBeNull()
})

test('a generator that another page has set meanwhile is not exposed until it is set again', async () => {
  await fixture.untilState('general', 'Ready')
  await setKv(70, holder, { page, studyId: study })
  await setKv(55, colleague, { page: 'another-page', studyId: otherStudy })
  const refused = await capture(holder)
  expect([refused.status, refused.body.code]).toEqual([409, 'device/set-for-other'])
  expect(await fixture.getSensorState('general')).toBe('Ready')
  await setKv(70, holder, { page, studyId: study })
  const taken = capture(holder)
  await fixture.press('general')
  expect((await taken).status).toBe(200)
  await cancel(holder)
})

describe('values that are not in the scale', () => {
  test.each([
    ['kv', '9999'],
    ['kv', '39'],
    ['kv', '71.5'],
    ['ms', '12345'],
    ['ma', '99'],
    ['fo', '5'],
    ['ws', '9'],
    ['pw', '2'],
  ] as const)(
    '%s %s is refused by server and bridge, and nothing changes',
    async (order, value) => {
      const before = await readValues()
      const refused = await fixture.server.call(
        routes.generator.order,
        { params: { order }, query: { value } },
        colleague,
      )
      expect(refused).toRefuse('device/not-in-scale')
      expect(await fixture.callBridge(`/generator/${order}?value=${value}`)).toMatchObject({
        code: 'bridge/not-in-scale',
      })
      expect(await readValues()).toEqual(before)
    },
  )

  test.each([{ kv: 99_999 }, { kv: 72.5 }, { ma: 1 }, { ms: 9999 }, { fo: 3 }])(
    'a technique with %j is not saved',
    async (change) => {
      const body = {
        speciesId: 1,
        size: 'Large' as const,
        bodyPart: 'Tail',
        bodyPartView: 'LAT',
        fo: 1,
        kv: 72,
        ma: 200,
        ms: 12.5,
        ...change,
      }
      const saved = await fixture.server.call(routes.generator.saveOverride, { body }, colleague)
      expect(saved).toRefuse('device/not-in-scale')
      const { body: own } = await fixture.server.call(routes.generator.overrides, {}, colleague)
      expect(own).toEqual([])
    },
  )
})
