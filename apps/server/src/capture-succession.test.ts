import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { killableRoom } from './testing/killable-room.ts'
import type { KillableRoom } from './testing/killable-room.ts'
import { serverRuns } from './testing/server-runs.ts'

/** A server that has died keeps no sensor from the one that comes after it. */
const runs = serverRuns()

const isIn = (room: KillableRoom, state: string) => async () =>
  (await room.stateOf('dental')) === state

async function startedRoom() {
  const room = await killableRoom(runs)
  await room.startServer()
  await room.startBridge()
  await room.learn()
  await room.until('ready', isIn(room, 'Ready'))
  return room
}

/** Its server dies while the sensor is armed for it. */
async function armedByDead(room: KillableRoom): Promise<number> {
  const studyId = await room.newStudy('Dental')
  const never = room.capture('dental', studyId).catch(() => 'dead')
  await room.until('armed', isIn(room, 'WaitingForRadiation'))
  await room.server()?.kill()
  expect(await never).toBe('dead')
  return studyId
}

test(
  'the next server arms a sensor that the one before had armed',
  { timeout: 60_000 },
  async () => {
    const room = await startedRoom()
    const before = await armedByDead(room)
    await room.startServer()

    const studyId = await room.newStudy('Dental')
    const from = Date.now()
    const answer = room.capture('dental', studyId)
    // Disarmed, then armed for the new study: only that may be exposed.
    await room.until('disarmed', async () => !(await isIn(room, 'WaitingForRadiation')()))
    await room.until('armed again', isIn(room, 'WaitingForRadiation'))
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
    const room = await startedRoom()
    const before = await armedByDead(room)
    expect(await room.expose('dental')).toBe('exposed')
    await room.startServer()

    const studyId = await room.newStudy('Dental')
    const answer = room.capture('dental', studyId)
    await room.until('armed again', isIn(room, 'WaitingForRadiation'), 15, 15)
    expect(await room.expose('dental')).toBe('exposed')
    expect((await answer).status).toBe(200)
    await room.until('the late image', async () => room.recordsOf(before).images.length > 0)
    expect(room.recordsOf(before).images).toMatchObject([{ isRecovered: true }])
    expect(room.recordsOf(studyId).images).toHaveLength(1)
  },
)

test('a second server takes nothing from one that lives', { timeout: 60_000 }, async () => {
  const room = await startedRoom()
  const studyId = await room.newStudy('Dental')
  const answer = room.capture('dental', studyId)
  await room.until('armed', isIn(room, 'WaitingForRadiation'))
  for (const until = Date.now() + 4000; Date.now() < until; await sleep(200))
    expect(await room.leaseAs('another-server', 'dental')).toMatchObject({
      code: 'bridge/lease-held',
    })
  expect(await room.expose('dental')).toBe('exposed')
  expect((await answer).status).toBe(200)
  expect(room.recordsOf(studyId).images).toHaveLength(1)
})

test('whoever cancels disarms what the dead server had armed', { timeout: 60_000 }, async () => {
  const room = await startedRoom()
  await armedByDead(room)
  await room.startServer()
  const cancelled = async () => (await room.cancel('dental')).status === 204
  await room.until('the cancel', cancelled, 500, 15)
  await room.until('disarmed', isIn(room, 'Ready'), 15, 5)
  expect(await room.expose('dental')).toBe('not-armed')
})
