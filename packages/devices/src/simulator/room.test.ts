import type { CaptureContext, SensorFaultOfSimulator } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { GeneratorAbsent } from '../driver.ts'
import type { SensorDriverEvent, SensorFrame } from '../driver.ts'
import { manualTime } from '../testing/manual-time.ts'
import type { MakeFrame } from './made-frame.ts'
import { randomFrom } from './random.ts'
import { simulatedRoom } from './room.ts'
import { simulatedGenerator } from './simulated-generator.ts'
import type { HeldExposure, SensorMemory } from './simulated-sensor.ts'
import { testObject } from './test-object.ts'

const context: CaptureContext = {
  studyId: 7,
  annotation: { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Small', speciesId: 1 },
}
const small: MakeFrame = (exposure) => testObject(exposure, 0.05)

function memory(): SensorMemory {
  let held: HeldExposure | undefined
  return {
    read: () => held,
    write: (exposure) => (held = exposure),
    clear: () => (held = undefined),
  }
}

function aRoom(
  autoExposeSeconds: number | null = null,
  memories = [memory(), memory()],
  makeFrame = small,
) {
  const time = manualTime()
  const generator = simulatedGenerator(time.timing)
  const events: SensorDriverEvent[] = []
  let ids = 0
  const room = simulatedRoom(['general', 'dental'], {
    timing: time.timing,
    makeFrame,
    memoryOf: (name) => memories[name === 'general' ? 0 : 1] ?? memory(),
    newId: () => `exposure-${(ids += 1)}`,
    random: randomFrom(1),
    technique: () => ({ kv: 60, ma: 100, ms: 25, mx: 2.5, fo: 0 }),
    generator,
    autoExposeSeconds,
  })
  generator.start(() => undefined)
  const general = room.sensors.get('general')
  const dental = room.sensors.get('dental')
  if (!general || !dental) throw new Error('no sensors')
  general.start((event) => events.push(event))
  dental.start(() => undefined)
  const types = () => events.map(({ type }) => type).filter((type) => type !== 'health')
  const frames = (): SensorFrame[] =>
    events.flatMap((event) => (event.type === 'frame' ? [event.frame] : []))
  const armed = async () => {
    await generator.set('pw', 1)
    await time.pass(1000)
    general.prepare('capture-1', context)
    await time.pass(1500)
  }
  return { time, room, generator, general, dental, events, types, frames, armed, memories }
}

test('an exposure goes through all states, and the frame stays until it is released', async () => {
  const { time, room, general, types, frames, armed, memories } = aRoom()
  await armed()
  expect(types()).toEqual(['connected', 'prepared'])
  expect(room.expose('general')).toBe('pressed')
  await time.pass(1100)
  expect(types().slice(2)).toEqual(['radiation'])
  await time.pass(500)
  expect(types().slice(3)).toEqual(['loading'])
  await time.pass(1800)
  const [frame] = frames()
  expect(frame).toMatchObject({
    exposureId: 'exposure-1',
    captureId: 'capture-1',
    width: 72,
    height: 88,
    isIncomplete: false,
    exposedAt: '2026-01-05T09:00:03.550Z',
  })
  expect(frame?.bytes).toHaveLength(72 * 88 * 2)
  expect(memories[0]?.read()?.exposureId).toBe('exposure-1')
  general.release('exposure-1')
  expect(memories[0]?.read()).toBeUndefined()
  await time.pass(1500)
  expect(types().at(-1)).toBe('cleaned')
})

test('the dental sensor needs no generator', async () => {
  const { time, room, dental } = aRoom()
  await time.pass(1000)
  dental.prepare('capture-1', context)
  await time.pass(600)
  expect(room.expose('dental')).toBe('exposed')
  expect(dental.health()).toMatchObject({ battery: null, connectionType: 'Usb' })
})

test('nothing happens before the sensor is armed, or with the generator off', async () => {
  const { time, room, general, generator, types } = aRoom()
  await time.pass(1000)
  expect(room.expose('general')).toBe('off')
  await generator.set('pw', 1)
  room.expose('general')
  await time.pass(3000)
  expect(types()).toEqual(['connected'])
  expect(general.irradiate()).toBe('not-armed')
})

test('exposes by itself after the seconds that were set', async () => {
  const { time, types, armed } = aRoom(4)
  await armed()
  await time.pass(4900)
  expect(types()).not.toContain('radiation')
  await time.pass(200)
  expect(types()).toContain('radiation')
})

test('a cancelled sensor is not exposed by the hand that was about to', async () => {
  const { time, general, types, armed } = aRoom(4)
  await armed()
  general.disarm()
  await time.pass(20_000)
  expect(types()).toEqual(['connected', 'prepared', 'cleaned'])
})

test('disarming an exposed sensor takes nothing from it', async () => {
  const { time, room, general, frames, armed } = aRoom()
  await armed()
  room.expose('general')
  await time.pass(1200)
  general.disarm()
  await time.pass(5000)
  expect(frames()).toHaveLength(1)
})

test('a frame outlives the process: the next one finds the same pixels', async () => {
  const before = aRoom()
  await before.armed()
  before.room.expose('general')
  await before.time.pass(4000)
  const after = aRoom(null, before.memories)
  await after.time.pass(1000)
  expect(after.events[0]).toEqual({ type: 'connected', holdsFrame: true })
  after.general.read()
  await after.time.pass(2000)
  expect(after.frames()).toEqual(before.frames())
  expect(after.frames()).toHaveLength(1)
})

test('a picture that cannot be made is told, and its exposure is not forgotten', async () => {
  const { time, room, general, armed, events, memories } = aRoom(null, undefined, () => {
    throw new Error('no phantom')
  })
  await armed()
  room.expose('general')
  await time.pass(5000)
  expect(events.at(-1)).toEqual({ type: 'fault', fault: 'driver-error' })
  expect(memories[0]?.read()?.exposureId).toBe('exposure-1')
  general.disarm()
  expect(memories[0]?.read()).toBeDefined()
})

describe('faults of the sensor', () => {
  const exposedWith = async (fault: SensorFaultOfSimulator) => {
    const all = aRoom()
    await all.armed()
    all.general.setFault(fault, true)
    all.room.expose('general')
    await all.time.pass(5000)
    return all
  }
  const meanOf = ({ bytes }: SensorFrame) => {
    const pixels = new Uint16Array(bytes.slice().buffer)
    return pixels.reduce((sum, value) => sum + value, 0) / pixels.length
  }

  test('time-out: radiation is not noticed', async () => {
    const { types } = await exposedWith('time-out')
    expect(types()).toEqual(['connected', 'prepared'])
  })
  test('disconnected: until it is switched off', async () => {
    const { general, types, time } = await exposedWith('disconnected')
    expect(types()).toEqual(['connected', 'prepared', 'disconnected'])
    expect(general.health()).toMatchObject({ isConnected: false, connectionType: 'Disconnected' })
    general.setFault('disconnected', false)
    await time.pass(10)
    expect(types().at(-1)).toBe('connected')
  })
  test('disconnect-in-transfer: the frame is still there on its return', async () => {
    const { general, types, events, time, frames } = await exposedWith('disconnect-in-transfer')
    expect(types().slice(2)).toEqual(['radiation', 'loading', 'disconnected'])
    await time.pass(4000)
    expect(events.at(-1)).toEqual({ type: 'connected', holdsFrame: true })
    general.read()
    await time.pass(2000)
    expect(frames()).toHaveLength(1)
    expect(general.faults()).toEqual([])
  })
  test('low-battery and over-temperature show in its health', async () => {
    const low = await exposedWith('low-battery')
    expect(low.general.health()).toMatchObject({ battery: 6, health: 'Warn' })
    const hot = await exposedWith('over-temperature')
    expect(hot.general.health()).toMatchObject({ temp: 51.5, health: 'Error' })
    expect(hot.events).toContainEqual({ type: 'fault', fault: 'over-temperature' })
  })
  test('saturated, under-exposed: once, and in the pixels', async () => {
    const [usual] = (await exposedWith('low-battery')).frames()
    const saturated = await exposedWith('saturated')
    const [bright] = saturated.frames()
    const [dark] = (await exposedWith('under-exposed')).frames()
    if (!usual || !bright || !dark) throw new Error('no frames')
    expect(meanOf(bright)).toBeGreaterThan(45_000)
    expect(meanOf(usual)).toBeGreaterThan(2000)
    expect(meanOf(usual)).toBeLessThan(20_000)
    expect(meanOf(dark)).toBeLessThan(700)
    expect(saturated.general.faults()).toEqual([])
  })
  test('false-trigger: a frame without radiation', async () => {
    const all = aRoom()
    all.general.setFault('false-trigger', true)
    await all.armed()
    await all.time.pass(5000)
    const [frame] = all.frames()
    expect(frame && meanOf(frame)).toBeLessThan(420)
  })
  test('short-frame: whole rows, fewer than promised', async () => {
    const [frame] = (await exposedWith('short-frame')).frames()
    expect(frame).toMatchObject({ isIncomplete: true, height: 88 })
    expect(frame?.bytes).toHaveLength(Math.floor(88 * 0.6) * 72 * 2)
  })
  test('handed-over-twice: the same frame, and releasing it twice harms nothing', async () => {
    const { frames, general, time, types } = await exposedWith('handed-over-twice')
    expect(frames().map(({ exposureId }) => exposureId)).toEqual(['exposure-1', 'exposure-1'])
    general.release('exposure-1')
    await time.pass(2000)
    general.prepare('capture-2', context)
    general.release('exposure-1')
    await time.pass(2000)
    expect(types().at(-1)).toBe('prepared')
  })
})

describe('faults of the generator', () => {
  test('an error stops the exposure and stays until it is switched off', async () => {
    const { time, room, generator, types, armed } = aRoom()
    await armed()
    expect(room.expose('general')).toBe('pressed')
    await time.pass(500)
    generator.setFault('generator-error', true)
    await time.pass(5000)
    expect(types()).not.toContain('radiation')
    expect(generator.status()).toMatchObject({ ex: 21 })
    expect(room.expose('general')).toBe('error')
    generator.setFault('generator-error', false)
    expect(generator.status()).toMatchObject({ ex: 0 })
  })
  test('no generator: nothing can be set, and the exposure comes from one that we do not know', async () => {
    const { generator, room, armed, time, types } = aRoom()
    await armed()
    generator.setFault('no-generator', true)
    expect(() => generator.status()).toThrow(GeneratorAbsent)
    await expect(generator.set('kv', 70)).rejects.toThrow(GeneratorAbsent)
    expect(room.expose('general')).toBe('exposed')
    await time.pass(10)
    expect(types().at(-1)).toBe('radiation')
  })
  test('while it exposes nothing can be changed', async () => {
    const { generator, room, time, armed } = aRoom()
    await armed()
    room.expose('general')
    await time.pass(900)
    expect(await generator.set('kv', 120)).toMatchObject({ kv: 60, ex: 2 })
  })
})
