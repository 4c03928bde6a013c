import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { killableRoom } from './testing/killable-room.ts'
import type { KillableRoom } from './testing/killable-room.ts'
import { serverRuns } from './testing/server-runs.ts'

/**
 * Whoever goes, a server that dies or a page that is closed, keeps no sensor from who comes after it.
 * One room: each test begins with a server that lives and a sensor that is ready.
 */
const runs = serverRuns('file')
let room: KillableRoom

const isIn = (state: string) => async () => (await room.stateOf('dental')) === state

beforeAll(async () => {
  room = await killableRoom(runs)
  await room.startServer()
  await room.startBridge()
  await room.learn()
}, 60_000)
beforeEach(async () => {
  // A test that failed while its server was dead takes none of the others with it.
  if (room.server()?.child.signalCode !== null) await room.startServer()
  await room.until('ready', isIn('Ready'))
})

/** Its server dies while the sensor is armed for it. */
async function armedByDead(): Promise<number> {
  const studyId = await room.newStudy('Dental')
  const never = room.capture('dental', studyId).catch(() => 'dead')
  await room.until('armed', isIn('WaitingForRadiation'))
  await room.server()?.kill()
  expect(await never).toBe('dead')
  return studyId
}

test(
  'the next server arms a sensor that the one before had armed',
  { timeout: 60_000 },
  async () => {
    const before = await armedByDead()
    await room.startServer()

    const studyId = await room.newStudy('Dental')
    const from = Date.now()
    const answer = room.capture('dental', studyId)
    // Disarmed, then armed for the new study: only that may be exposed.
    await room.until('disarmed', async () => !(await isIn('WaitingForRadiation')()))
    await room.until('armed again', isIn('WaitingForRadiation'))
    // Half a minute is the time of a lease that runs out.
    expect(Date.now() - from).toBeLessThan(15_000)
    expect(await room.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    expect(room.recordsOf(studyId).images).toHaveLength(1)
    expect(room.recordsOf(before).images).toHaveLength(0)
  },
)

test(
  'an exposure between the two servers is an image of its study, and the next capture goes on',
  { timeout: 60_000 },
  async () => {
    const before = await armedByDead()
    expect(await room.expose('dental')).toBe('exposed')
    await room.startServer()

    const studyId = await room.newStudy('Dental')
    const answer = room.capture('dental', studyId)
    await room.until('armed again', isIn('WaitingForRadiation'), 15, 15)
    expect(await room.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    await room.until('the late image', async () => room.recordsOf(before).images.length > 0)
    expect(room.recordsOf(before).images).toMatchObject([{ isRecovered: true }])
    expect(room.recordsOf(studyId).images).toHaveLength(1)
  },
)

test('a second server takes nothing from one that lives', { timeout: 60_000 }, async () => {
  const studyId = await room.newStudy('Dental')
  const answer = room.capture('dental', studyId)
  await room.until('armed', isIn('WaitingForRadiation'))
  for (const until = Date.now() + 4000; Date.now() < until; await sleep(200))
    expect(await room.leaseAs('another-server', 'dental')).toMatchObject({
      code: 'bridge/lease-held',
    })
  expect(await room.expose('dental')).toBe('exposed')
  expect((await answer).status).toBe(200)
  expect(room.recordsOf(studyId).images).toHaveLength(1)
})

test(
  'a page that is closed before the radiation disarms the sensor, one after it gets its image all the same',
  { timeout: 60_000 },
  async () => {
    const early = await room.newStudy('Dental')
    const closed = new AbortController()
    const never = room.capture('dental', early, closed.signal).catch(() => 'gone')
    await room.until('armed', isIn('WaitingForRadiation'))
    closed.abort()
    expect(await never).toBe('gone')
    await room.until('disarmed', isIn('Ready'))
    expect(await room.expose('dental')).toBe('not-armed')

    const late = await room.newStudy('Dental')
    const left = new AbortController()
    const gone = room.capture('dental', late, left.signal).catch(() => 'gone')
    await room.until('armed', isIn('WaitingForRadiation'))
    expect(await room.expose('dental')).toBe('exposed')
    left.abort()
    expect(await gone).toBe('gone')
    await room.until('the image', async () => room.recordsOf(late).images.length > 0)
    await room.until('everything to be taken', room.isSettled, 100)
    expect(room.recordsOf(late).images).toHaveLength(1)
    expect(room.recordsOf(early).images).toHaveLength(0)
  },
)

test('whoever cancels disarms what the dead server had armed', { timeout: 60_000 }, async () => {
  await armedByDead()
  await room.startServer()
  const cancelled = async () => (await room.cancel('dental')).status === 204
  await room.until('the cancel', cancelled, 500, 15)
  await room.until('disarmed', isIn('Ready'), 15, 5)
  expect(await room.expose('dental')).toBe('not-armed')
})
