import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BridgeEvent } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, SensorFrame } from '@talus/devices'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createManualTime } from '../../../packages/devices/src/testing/manual-time.ts'
import { openCaptures } from './disk/captures.ts'
import { createReserve } from './disk/reserve.ts'
import { openSpool } from './disk/spool.ts'
import { openSensorSession } from './sensor-session.ts'
import { captureContext } from './testing/bridge-client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-session-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const silentLog = () => undefined

/** Opens a session with a sensor that the test controls and that records the driver calls. */
async function openTestSession() {
  const time = createManualTime()
  const driverCalls: string[] = []
  const deadServers = new Set<string>()
  const generator = { isPressed: false }
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
    prepare: (captureId) => driverCalls.push(`prepare ${captureId}`),
    disarm: () => driverCalls.push('disarm'),
    read: () => driverCalls.push('read'),
    release: (exposureId) => driverCalls.push(`release ${exposureId}`),
  }
  const spool = await openSpool(join(folder, 'spool'), silentLog)
  const session = await openSensorSession({
    name: 'general',
    driver,
    timing: time.timing,
    spool,
    reserve: createReserve(folder, 1000),
    captures: await openCaptures(join(folder, 'captures')),
    generator: 'Test generator',
    isSwitchPressed: () => generator.isPressed,
    isServerDead: (server) => deadServers.has(server),
    technique: () => ({ kv: 66, ma: 100, ms: 20, mx: 2, fo: 0 }),
    log: silentLog,
  })
  const events: BridgeEvent[] = []
  session.subscribe((event) => events.push(event))
  session.start()
  const emitEvent = (event: SensorDriverEvent) => emit(event)
  const deliverFrame = (exposureId: string, captureId: string | null = null) => {
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
    emitEvent({ type: 'frame', frame })
  }
  const waitForFrames = async (count: number) => {
    await vi.waitFor(() => expect(spool.list()).toHaveLength(count), 3000)
    return spool.list()
  }
  const faults = () =>
    events.flatMap((event) => (event.event === 'fault' ? [event.data.fault] : []))
  const armSensor = async (captureId: string) => {
    const { leaseId } = session.leases.acquire({ holder: 'Room 1' }, 'server-1')
    await session.arm({ leaseId, captureId, context: captureContext })
    emitEvent({ type: 'prepared' })
    return leaseId
  }
  return {
    time,
    driverCalls,
    deadServers,
    generator,
    session,
    spool,
    emitEvent,
    deliverFrame,
    waitForFrames,
    faults,
    armSensor,
  }
}

test('a sensor without radiation within a minute is disarmed, and a time-out is reported', async () => {
  const { time, driverCalls, emitEvent, session, faults, armSensor } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await armSensor('capture-1')
  for (let minute = 0; minute < 6; minute += 1) {
    await time.advance(9999)
    session.leases.acquire({ holder: 'Room 1', leaseId })
  }
  expect(driverCalls).toEqual(['prepare capture-1'])
  await time.advance(10)
  expect(driverCalls).toEqual(['prepare capture-1', 'disarm'])
  expect(faults()).toEqual(['radiation-timeout'])
  expect(session.status()).toMatchObject({
    state: 'PostAcquisitionCleanup',
    fault: 'radiation-timeout',
  })
})

test('a lease that is not renewed expires, and the sensor is disarmed', async () => {
  const { time, driverCalls, emitEvent, session, armSensor } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await armSensor('capture-1')
  await time.advance(29_000)
  session.leases.acquire({ holder: 'Room 1', leaseId })
  await time.advance(29_000)
  expect(driverCalls).not.toContain('disarm')
  await time.advance(2000)
  expect(driverCalls).toContain('disarm')
  expect(() => session.leases.acquire({ holder: 'Room 1', leaseId })).toThrow('lease-lost')
  expect(session.leases.acquire({ holder: 'Room 2' }).holder).toBe('Room 2')
})

test('the lease of a dead server passes to the next server, and the armed sensor is disarmed', async () => {
  const { driverCalls, deadServers, emitEvent, session, armSensor } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await armSensor('capture-1')
  const next = () => session.leases.acquire({ holder: 'Room 2' }, 'server-2')
  expect(next).toThrow('lease-held')
  expect(driverCalls).not.toContain('disarm')
  deadServers.add('server-1')
  // A client that sends no server name has to wait until the lease expires.
  expect(() => session.leases.acquire({ holder: 'Room 3' })).toThrow('lease-held')
  expect(next().holder).toBe('Room 2')
  expect(driverCalls).toContain('disarm')
  expect(() => session.leases.acquire({ holder: 'Room 1', leaseId }, 'server-1')).toThrow(
    'lease-lost',
  )
})

test('when a server dies after the radiation, the next one gets the sensor and the frame is kept', async () => {
  const { driverCalls, deadServers, emitEvent, deliverFrame, waitForFrames, armSensor, session } =
    await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  await armSensor('capture-1')
  emitEvent({ type: 'radiation' })
  deadServers.add('server-1')
  const { leaseId } = session.leases.acquire({ holder: 'Room 2' }, 'server-2')
  // The sensor cannot be armed before the frame is stored.
  await expect(
    session.arm({ leaseId, captureId: 'capture-2', context: captureContext }),
  ).rejects.toThrow('not-ready')
  deliverFrame('exposure-1')
  expect(await waitForFrames(1)).toMatchObject([
    { captureId: 'capture-1', context: captureContext, isRecovered: true },
  ])
  expect(driverCalls).not.toContain('disarm')
})

test('closing the browser after the radiation does not lose the frame', async () => {
  const { time, driverCalls, emitEvent, deliverFrame, waitForFrames, armSensor } =
    await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  await armSensor('capture-1')
  emitEvent({ type: 'radiation' })
  emitEvent({ type: 'loading' })
  await time.advance(29_000)
  deliverFrame('exposure-1')
  const [frame] = await waitForFrames(1)
  expect(driverCalls).not.toContain('disarm')
  expect(frame).toMatchObject({
    captureId: 'capture-1',
    technique: { kv: 66 },
    generator: 'Test generator',
    context: captureContext,
  })
})

test('a frame of the previous patient is never assigned to the next one', async () => {
  const { driverCalls, emitEvent, deliverFrame, waitForFrames, armSensor, session } =
    await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  await armSensor('capture-2')
  deliverFrame('exposure-1')
  expect(await waitForFrames(1)).toMatchObject([
    { captureId: null, context: null, isRecovered: true },
  ])
  expect(session.status().state).toBe('WaitingForRadiation')
  emitEvent({ type: 'radiation' })
  deliverFrame('exposure-2')
  expect(await waitForFrames(2)).toMatchObject([
    { captureId: null },
    { captureId: 'capture-2', isRecovered: false, context: captureContext },
  ])
  expect(driverCalls).toEqual(['prepare capture-2', 'release exposure-1', 'release exposure-2'])
})

test('the same frame delivered three times is one image', async () => {
  const { driverCalls, emitEvent, deliverFrame, waitForFrames, armSensor } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  await armSensor('capture-1')
  emitEvent({ type: 'radiation' })
  for (let times = 0; times < 3; times += 1) deliverFrame('exposure-1')
  await vi.waitFor(() =>
    expect(driverCalls.filter((call) => call.startsWith('release'))).toHaveLength(3),
  )
  const [frame] = await waitForFrames(1)
  expect(frame?.isRecovered).toBe(false)
})

test('after a restart the frame that the sensor still holds goes to the study it was armed for', async () => {
  const before = await openTestSession()
  before.emitEvent({ type: 'connected', holdsFrame: false })
  await before.armSensor('capture-1')
  before.emitEvent({ type: 'radiation' })

  const after = await openTestSession()
  after.emitEvent({ type: 'connected', holdsFrame: true })
  expect(after.driverCalls).toEqual(['read'])
  after.deliverFrame('exposure-1')
  expect(await after.waitForFrames(1)).toMatchObject([
    { captureId: 'capture-1', context: captureContext, isRecovered: true },
  ])
})

test('after a restart a frame from a sensor that was not armed belongs to no study', async () => {
  const before = await openTestSession()
  before.emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await before.armSensor('capture-1')
  expect(before.session.cancel(leaseId, undefined)).toBe('cancelled')
  before.emitEvent({ type: 'cleaned' })
  await vi.waitFor(() => expect(existsSync(join(folder, 'captures/general.last'))).toBe(false))

  const after = await openTestSession()
  after.emitEvent({ type: 'connected', holdsFrame: true })
  after.deliverFrame('exposure-1')
  expect(await after.waitForFrames(1)).toMatchObject([{ captureId: null, context: null }])
})

test('a sensor is not disarmed while the switch of the generator is pressed', async () => {
  const { generator, session, emitEvent, armSensor, driverCalls } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await armSensor('capture-1')
  generator.isPressed = true
  expect(session.cancel(leaseId, 'capture-1')).toBe('pressed')
  expect(driverCalls).not.toContain('disarm')
  emitEvent({ type: 'radiation' })
  expect(session.cancel(leaseId, 'capture-1')).toBe('too-late')
})

test('a sensor whose lease ends while the switch is pressed is disarmed when it is released', async () => {
  const { time, generator, session, emitEvent, armSensor, driverCalls } = await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  const leaseId = await armSensor('capture-1')
  generator.isPressed = true
  session.leases.release(leaseId)
  await time.advance(1000)
  expect(driverCalls).not.toContain('disarm')
  generator.isPressed = false
  await time.advance(200)
  expect(driverCalls).toContain('disarm')
})

test('a hanging transfer is requested three times, then the sensor is not available', async () => {
  const { time, driverCalls, emitEvent, session, faults, armSensor, deliverFrame, waitForFrames } =
    await openTestSession()
  emitEvent({ type: 'connected', holdsFrame: false })
  await armSensor('capture-1')
  emitEvent({ type: 'radiation' })
  await time.advance(10_000 + 3 * 30_000)
  expect(driverCalls.filter((call) => call === 'read')).toHaveLength(3)
  expect(session.status().state).toBe('NotAvailable')
  expect(faults()).toEqual(['frame-stuck'])
  deliverFrame('exposure-1')
  expect(await waitForFrames(1)).toMatchObject([{ captureId: 'capture-1', isRecovered: true }])
})
