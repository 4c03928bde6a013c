import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BridgeEvent } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, SensorFrame } from '@talus/devices'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { manualTime } from '../../../packages/devices/src/testing/manual-time.ts'
import { openCaptures } from './disk/captures.ts'
import { reserveIn } from './disk/reserve.ts'
import { openSpool } from './disk/spool.ts'
import { sensorSession } from './sensor-session.ts'
import { context } from './testing/bridge-client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-session-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const silentLog = () => undefined

/** A sensor that does what the test says, and writes down what it is told. */
async function aSession() {
  const time = manualTime()
  const told: string[] = []
  const gone = new Set<string>()
  let emit: (event: SensorDriverEvent) => void = () => undefined
  const driver: SensorDriver = {
    about: {
      driver: 'test',
      brand: 'Test',
      model: 'Unknown',
      modality: 'General',
      serial: '',
      firmware: '',
    },
    frameBytesMax: 1000,
    start: (listener) => {
      emit = listener
    },
    stop: () => undefined,
    health: () => ({
      health: 'Ok',
      battery: null,
      temp: null,
      latency: null,
      isConnected: true,
      connectionType: 'Usb',
    }),
    prepare: (captureId) => told.push(`prepare ${captureId}`),
    disarm: () => told.push('disarm'),
    read: () => told.push('read'),
    release: (exposureId) => told.push(`release ${exposureId}`),
  }
  const spool = await openSpool(join(folder, 'spool'), silentLog)
  const session = await sensorSession({
    name: 'general',
    driver,
    timing: time.timing,
    spool,
    reserve: reserveIn(folder, 1000),
    captures: await openCaptures(join(folder, 'captures')),
    generator: 'Test generator',
    isGone: (server) => gone.has(server),
    technique: () => ({ kv: 66, ma: 100, ms: 20, mx: 2, fo: 0 }),
    log: silentLog,
  })
  const events: BridgeEvent[] = []
  session.subscribe((event) => events.push(event))
  session.start()
  const say = (event: SensorDriverEvent) => emit(event)
  const hand = (exposureId: string, captureId: string | null = null) => {
    const frame: SensorFrame = {
      exposureId,
      captureId,
      exposedAt: '2026-01-05T09:00:00.000Z',
      format: 'raw16',
      width: 2,
      height: 1,
      bits: 16,
      pitch: 0.1,
      bytes: Uint8Array.of(1, 2, 3, Number(exposureId.at(-1))),
      isIncomplete: false,
      technique: null,
      landmarks: null,
      calibration: null,
    }
    say({ type: 'frame', frame })
  }
  const kept = async (count: number) => {
    await vi.waitFor(() => expect(spool.list()).toHaveLength(count), 3000)
    return spool.list()
  }
  const faults = () =>
    events.flatMap((event) => (event.event === 'fault' ? [event.data.fault] : []))
  const armed = async (captureId: string) => {
    const { leaseId } = session.leases.take({ holder: 'Room 1' }, 'server-1')
    await session.arm({ leaseId, captureId, context })
    say({ type: 'prepared' })
    return leaseId
  }
  return { time, told, gone, session, spool, say, hand, kept, faults, armed }
}

test('no radiation within a minute: disarmed, and told as a time-out', async () => {
  const { time, told, say, session, faults, armed } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  const leaseId = await armed('capture-1')
  for (let minute = 0; minute < 6; minute += 1) {
    await time.pass(9999)
    session.leases.take({ holder: 'Room 1', leaseId })
  }
  expect(told).toEqual(['prepare capture-1'])
  await time.pass(10)
  expect(told).toEqual(['prepare capture-1', 'disarm'])
  expect(faults()).toEqual(['radiation-timeout'])
  expect(session.status()).toMatchObject({
    state: 'PostAcquisitionCleanup',
    fault: 'radiation-timeout',
  })
})

test('nobody says any more that the sensor is wanted: free for others, and disarmed', async () => {
  const { time, told, say, session, armed } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  const leaseId = await armed('capture-1')
  await time.pass(29_000)
  session.leases.take({ holder: 'Room 1', leaseId })
  await time.pass(29_000)
  expect(told).not.toContain('disarm')
  await time.pass(2000)
  expect(told).toContain('disarm')
  expect(() => session.leases.take({ holder: 'Room 1', leaseId })).toThrow('lease-lost')
  expect(session.leases.take({ holder: 'Room 2' }).holder).toBe('Room 2')
})

test('a lease of a server that has died is given to the next one, and what was armed disarmed', async () => {
  const { told, gone, say, session, armed } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  const leaseId = await armed('capture-1')
  const next = () => session.leases.take({ holder: 'Room 2' }, 'server-2')
  expect(next).toThrow('lease-held')
  expect(told).not.toContain('disarm')
  gone.add('server-1')
  // Somebody who does not say who he is waits until it runs out.
  expect(() => session.leases.take({ holder: 'Room 3' })).toThrow('lease-held')
  expect(next().holder).toBe('Room 2')
  expect(told).toContain('disarm')
  expect(() => session.leases.take({ holder: 'Room 1', leaseId }, 'server-1')).toThrow('lease-lost')
})

test('a server that has died after radiation: the next one has the sensor, the frame is kept', async () => {
  const { told, gone, say, hand, kept, armed, session } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  await armed('capture-1')
  say({ type: 'radiation' })
  gone.add('server-1')
  const { leaseId } = session.leases.take({ holder: 'Room 2' }, 'server-2')
  // Not before the frame is safe.
  await expect(session.arm({ leaseId, captureId: 'capture-2', context })).rejects.toThrow(
    'not-ready',
  )
  hand('exposure-1')
  expect(await kept(1)).toMatchObject([{ captureId: 'capture-1', context, isRecovered: true }])
  expect(told).not.toContain('disarm')
})

test('a browser closed after radiation takes nothing away', async () => {
  const { time, told, say, hand, kept, armed } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  await armed('capture-1')
  say({ type: 'radiation' })
  say({ type: 'loading' })
  await time.pass(29_000)
  hand('exposure-1')
  const [frame] = await kept(1)
  expect(told).not.toContain('disarm')
  expect(frame).toMatchObject({
    captureId: 'capture-1',
    technique: { kv: 66 },
    generator: 'Test generator',
    context,
  })
})

test('a frame of the animal before never becomes one of the next', async () => {
  const { told, say, hand, kept, armed, session } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  await armed('capture-2')
  hand('exposure-1')
  expect(await kept(1)).toMatchObject([{ captureId: null, context: null, isRecovered: true }])
  expect(session.status().state).toBe('WaitingForRadiation')
  say({ type: 'radiation' })
  hand('exposure-2')
  expect(await kept(2)).toMatchObject([
    { captureId: null },
    { captureId: 'capture-2', isRecovered: false, context },
  ])
  expect(told).toEqual(['prepare capture-2', 'release exposure-1', 'release exposure-2'])
})

test('the same frame handed over three times is one image', async () => {
  const { told, say, hand, kept, armed } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  await armed('capture-1')
  say({ type: 'radiation' })
  for (let times = 0; times < 3; times += 1) hand('exposure-1')
  await vi.waitFor(() => expect(told.filter((word) => word.startsWith('release'))).toHaveLength(3))
  const [frame] = await kept(1)
  expect(frame?.isRecovered).toBe(false)
})

test('after a start the frame that the sensor still holds goes to the study it was armed for', async () => {
  const before = await aSession()
  before.say({ type: 'connected', holdsFrame: false })
  await before.armed('capture-1')
  before.say({ type: 'radiation' })

  const after = await aSession()
  after.say({ type: 'connected', holdsFrame: true })
  expect(after.told).toEqual(['read'])
  after.hand('exposure-1')
  expect(await after.kept(1)).toMatchObject([
    { captureId: 'capture-1', context, isRecovered: true },
  ])
})

test('after a start a frame that came when nobody had armed the sensor is nobody’s', async () => {
  const before = await aSession()
  before.say({ type: 'connected', holdsFrame: false })
  const leaseId = await before.armed('capture-1')
  expect(before.session.cancel(leaseId, undefined)).toBe('cancelled')
  before.say({ type: 'cleaned' })
  await vi.waitFor(() => expect(existsSync(join(folder, 'captures/general.last'))).toBe(false))

  const after = await aSession()
  after.say({ type: 'connected', holdsFrame: true })
  after.hand('exposure-1')
  expect(await after.kept(1)).toMatchObject([{ captureId: null, context: null }])
})

test('a transfer that hangs is asked for three times; then the sensor waits for help', async () => {
  const { time, told, say, session, faults, armed, hand, kept } = await aSession()
  say({ type: 'connected', holdsFrame: false })
  await armed('capture-1')
  say({ type: 'radiation' })
  await time.pass(10_000 + 3 * 30_000)
  expect(told.filter((word) => word === 'read')).toHaveLength(3)
  expect(session.status().state).toBe('NotAvailable')
  expect(faults()).toEqual(['frame-stuck'])
  hand('exposure-1')
  expect(await kept(1)).toMatchObject([{ captureId: 'capture-1', isRecovered: true }])
})
