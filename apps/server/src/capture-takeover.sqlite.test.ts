import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openCrashFixture } from './testing/capture/crash-fixture.ts'
import type { CrashFixture } from './testing/capture/crash-fixture.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/**
 * A killed server or a closed page does not block the sensor for its successor. All tests share one
 * fixture; each starts with a running server and a ready sensor.
 */
const runs = setUpServerRuns('file')
let fixture: CrashFixture

const isIn = (state: string) => async () => (await fixture.getSensorState('dental')) === state

beforeAll(async () => {
  fixture = await openCrashFixture(runs)
  await fixture.startServer()
  await fixture.startBridge()
  await fixture.loadSensorsAndPatient()
}, 180_000)
beforeEach(async () => {
  // Restarts the server in case the previous test failed after killing it.
  if (fixture.server()?.child.signalCode !== null) await fixture.startServer()
  await fixture.until('ready', isIn('Ready'))
})

/** Arms the sensor for a new study and kills the server. */
async function armAndKillServer(): Promise<number> {
  const studyId = await fixture.createStudy('Dental')
  const never = fixture.capture('dental', studyId).catch(() => 'dead')
  await fixture.until('armed', isIn('WaitingForRadiation'))
  await fixture.server()?.kill()
  expect(await never).toBe('dead')
  return studyId
}

test(
  'the next server arms a sensor that a killed server had left armed',
  { timeout: 180_000 },
  async () => {
    const before = await armAndKillServer()
    await fixture.startServer()

    const studyId = await fixture.createStudy('Dental')
    const from = Date.now()
    const answer = fixture.capture('dental', studyId)
    // Only the new study may receive the exposure, so the sensor is disarmed and armed again.
    await fixture.until('disarmed', async () => !(await isIn('WaitingForRadiation')()))
    await fixture.until('armed again', isIn('WaitingForRadiation'))
    // A lease takes 30 seconds to expire, so it was taken over before that.
    expect(Date.now() - from).toBeLessThan(15_000)
    expect(await fixture.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    expect(fixture.readStudyRecords(studyId).images).toHaveLength(1)
    expect(fixture.readStudyRecords(before).images).toHaveLength(0)
  },
)

test(
  'an exposure made while no server runs is recovered into its study, and the next capture works',
  { timeout: 180_000 },
  async () => {
    const before = await armAndKillServer()
    expect(await fixture.expose('dental')).toBe('exposed')
    await fixture.startServer()

    const studyId = await fixture.createStudy('Dental')
    const answer = fixture.capture('dental', studyId)
    await fixture.until('armed again', isIn('WaitingForRadiation'), 15, 15)
    expect(await fixture.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    await fixture.until(
      'the late image',
      async () => fixture.readStudyRecords(before).images.length > 0,
    )
    expect(fixture.readStudyRecords(before).images).toMatchObject([{ isRecovered: true }])
    expect(fixture.readStudyRecords(studyId).images).toHaveLength(1)
  },
)

test(
  'a second server cannot lease a sensor from a running server',
  { timeout: 180_000 },
  async () => {
    const studyId = await fixture.createStudy('Dental')
    const answer = fixture.capture('dental', studyId)
    await fixture.until('armed', isIn('WaitingForRadiation'))
    for (const until = Date.now() + 4000; Date.now() < until; await sleep(200))
      expect(await fixture.requestLeaseAs('another-server', 'dental')).toMatchObject({
        code: 'bridge/lease-held',
      })
    expect(await fixture.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    expect(fixture.readStudyRecords(studyId).images).toHaveLength(1)
  },
)

test(
  'closing the page before the radiation disarms the sensor; after it, the image is stored all the same',
  { timeout: 180_000 },
  async () => {
    const early = await fixture.createStudy('Dental')
    const closed = new AbortController()
    const never = fixture.capture('dental', early, closed.signal).catch(() => 'gone')
    await fixture.until('armed', isIn('WaitingForRadiation'))
    closed.abort()
    expect(await never).toBe('gone')
    await fixture.until('disarmed', isIn('Ready'))
    expect(await fixture.expose('dental')).toBe('not-armed')

    const late = await fixture.createStudy('Dental')
    const closedLater = new AbortController()
    const gone = fixture.capture('dental', late, closedLater.signal).catch(() => 'gone')
    await fixture.until('armed', isIn('WaitingForRadiation'))
    expect(await fixture.expose('dental')).toBe('exposed')
    closedLater.abort()
    expect(await gone).toBe('gone')
    await fixture.until('the image', async () => fixture.readStudyRecords(late).images.length > 0)
    await fixture.until('everything to be settled', fixture.isSettled, 100)
    expect(fixture.readStudyRecords(late).images).toHaveLength(1)
    expect(fixture.readStudyRecords(early).images).toHaveLength(0)
  },
)

test(
  'a cancel request disarms a sensor that a killed server had armed',
  { timeout: 180_000 },
  async () => {
    await armAndKillServer()
    await fixture.startServer()
    const cancel = async () => (await fixture.cancel('dental')).status === 204
    await fixture.until('the cancel', cancel, 500, 15)
    await fixture.until('disarmed', isIn('Ready'), 15, 5)
    expect(await fixture.expose('dental')).toBe('not-armed')
  },
)
