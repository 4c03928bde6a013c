import type { CaptureContext, SimulatorSensorFault } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { GeneratorAbsent } from '../driver.ts'
import type { SensorDriverEvent, SensorFrame } from '../driver.ts'
import { createManualTime } from '../testing/manual-time.ts'
import type { FrameSimulator } from './simulated-frame.ts'
import { createRandom } from '@talus/imaging/random'
import { createSimulator } from './simulator.ts'
import { createSimulatedGenerator } from './simulated-generator.ts'
import type { HeldExposure, SensorMemory } from './simulated-panel.ts'
import { simulateTestObject } from './test-object.ts'

const context: CaptureContext = {
  studyId: 7,
  annotation: { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Small', speciesId: 1 },
}
const small: FrameSimulator = (exposure) => simulateTestObject(exposure, 0.05)

function memory(): SensorMemory {
  let held: HeldExposure | undefined
  return {
    read: () => held,
    write: (exposure) => (held = exposure),
    clear: () => (held = undefined),
  }
}

function startSimulator(
  autoExposeSeconds: number | null = null,
  memories = [memory(), memory()],
  simulateFrame = small,
) {
  const time = createManualTime()
  const generator = createSimulatedGenerator(time.timing)
  const events: SensorDriverEvent[] = []
  let ids = 0
  const simulator = createSimulator(['general', 'dental'], {
    timing: time.timing,
    simulateFrame,
    openMemory: (name) => memories[name === 'general' ? 0 : 1] ?? memory(),
    createId: () => `exposure-${(ids += 1)}`,
    random: createRandom(1),
    technique: () => ({ kv: 60, ma: 100, ms: 25, mx: 2.5, fo: 0 }),
    generator,
    autoExposeSeconds,
  })
  generator.start(() => undefined)
  const general = simulator.sensors.get('general')
  const dental = simulator.sensors.get('dental')
  if (!general || !dental) throw new Error('no sensors')
  general.start((event) => events.push(event))
  dental.start(() => undefined)
  const types = () => events.map(({ type }) => type).filter((type) => type !== 'health')
  const frames = (): SensorFrame[] =>
    events.flatMap((event) => (event.type === 'frame' ? [event.frame] : []))
  const armed = async () => {
    await generator.set('pw', 1)
    await time.advance(1000)
    general.prepare('capture-1', context)
    await time.advance(1500)
  }
  return { time, simulator, generator, general, dental, events, types, frames, armed, memories }
}

test('an exposure goes through all states, and the frame stays until it is released', async () => {
  const { time, simulator, general, types, frames, armed, memories } = startSimulator()
  await armed()
  expect(types()).toEqual(['connected', 'prepared'])
  expect(simulator.expose('general')).toBe('pressed')
  await time.advance(1100)
  expect(types().slice(2)).toEqual(['radiation'])
  await time.advance(500)
  expect(types().slice(3)).toEqual(['loading'])
  await time.advance(1800)
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
  await time.advance(1500)
  expect(types().at(-1)).toBe('cleaned')
})

test('the dental sensor needs no generator', async () => {
  const { time, simulator, dental } = startSimulator()
  await time.advance(1000)
  dental.prepare('capture-1', context)
  await time.advance(600)
  expect(simulator.expose('dental')).toBe('exposed')
  expect(dental.health()).toMatchObject({ battery: null, connectionType: 'Usb' })
})

test('no exposure is made before the sensor is armed or while the generator is off', async () => {
  const { time, simulator, general, generator, types } = startSimulator()
  await time.advance(1000)
  expect(simulator.expose('general')).toBe('off')
  await generator.set('pw', 1)
  simulator.expose('general')
  await time.advance(3000)
  expect(types()).toEqual(['connected'])
  expect(general.irradiate()).toBe('not-armed')
})

test('the simulator exposes automatically after the seconds that were set', async () => {
  const { time, types, armed } = startSimulator(4)
  await armed()
  await time.advance(4900)
  expect(types()).not.toContain('radiation')
  await time.advance(200)
  expect(types()).toContain('radiation')
})

test('a capture loop that goes on by itself gets no automatic exposure', async () => {
  const { time, general, types } = startSimulator(4)
  await time.advance(1000)
  general.prepare('capture-1', { ...context, isContinued: true })
  await time.advance(60_000)
  expect(types()).toEqual(['connected', 'prepared'])
})

test('a cancelled sensor is not exposed by a scheduled automatic exposure', async () => {
  const { time, general, types, armed } = startSimulator(4)
  await armed()
  general.disarm()
  await time.advance(20_000)
  expect(types()).toEqual(['connected', 'prepared', 'cleaned'])
})

test('disarming an exposed sensor does not delete its frame', async () => {
  const { time, simulator, general, frames, armed } = startSimulator()
  await armed()
  simulator.expose('general')
  await time.advance(1200)
  general.disarm()
  await time.advance(5000)
  expect(frames()).toHaveLength(1)
})

test('a frame survives a restart with the same pixels', async () => {
  const before = startSimulator()
  await before.armed()
  before.simulator.expose('general')
  await before.time.advance(4000)
  const after = startSimulator(null, before.memories)
  await after.time.advance(1000)
  expect(after.events[0]).toEqual({ type: 'connected', holdsFrame: true })
  after.general.read()
  await after.time.advance(2000)
  expect(after.frames()).toEqual(before.frames())
  expect(after.frames()).toHaveLength(1)
})

test('a frame that cannot be simulated is reported, and its exposure is kept', async () => {
  const { time, simulator, general, armed, events, memories } = startSimulator(
    null,
    undefined,
    () => {
      throw new Error('no phantom')
    },
  )
  await armed()
  simulator.expose('general')
  await time.advance(5000)
  expect(events.at(-1)).toEqual({ type: 'fault', fault: 'driver-error' })
  expect(memories[0]?.read()?.exposureId).toBe('exposure-1')
  general.disarm()
  expect(memories[0]?.read()).toBeDefined()
})

describe('faults of the sensor', () => {
  const exposedWith = async (fault: SimulatorSensorFault) => {
    const all = startSimulator()
    await all.armed()
    all.general.setFault(fault, true)
    all.simulator.expose('general')
    await all.time.advance(5000)
    return all
  }
  const meanOf = ({ bytes }: SensorFrame) => {
    const pixels = new Uint16Array(bytes.slice().buffer)
    return pixels.reduce((sum, value) => sum + value, 0) / pixels.length
  }

  test('time-out: the sensor does not detect the radiation', async () => {
    const { types } = await exposedWith('time-out')
    expect(types()).toEqual(['connected', 'prepared'])
  })
  test('disconnected: the sensor is disconnected until the fault is switched off', async () => {
    const { general, types, time } = await exposedWith('disconnected')
    expect(types()).toEqual(['connected', 'prepared', 'disconnected'])
    expect(general.health()).toMatchObject({ isConnected: false, connectionType: 'Disconnected' })
    general.setFault('disconnected', false)
    await time.advance(10)
    expect(types().at(-1)).toBe('connected')
  })
  test('disconnect-in-transfer: the sensor still holds the frame after the reconnect', async () => {
    const { general, types, events, time, frames } = await exposedWith('disconnect-in-transfer')
    expect(types().slice(2)).toEqual(['radiation', 'loading', 'disconnected'])
    await time.advance(4000)
    expect(events.at(-1)).toEqual({ type: 'connected', holdsFrame: true })
    general.read()
    await time.advance(2000)
    expect(frames()).toHaveLength(1)
    expect(general.faults()).toEqual([])
  })
  test('low-battery and over-temperature are reported in the health of the sensor', async () => {
    const low = await exposedWith('low-battery')
    expect(low.general.health()).toMatchObject({ battery: 6, health: 'Warn' })
    const hot = await exposedWith('over-temperature')
    expect(hot.general.health()).toMatchObject({ temp: 51.5, health: 'Error' })
    expect(hot.events).toContainEqual({ type: 'fault', fault: 'over-temperature' })
  })
  test('saturated, under-exposed: the pixels of one exposure are affected', async () => {
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
    const all = startSimulator()
    all.general.setFault('false-trigger', true)
    await all.armed()
    await all.time.advance(5000)
    const [frame] = all.frames()
    expect(frame && meanOf(frame)).toBeLessThan(420)
  })
  test('short-frame: the frame ends early, after a complete row', async () => {
    const [frame] = (await exposedWith('short-frame')).frames()
    expect(frame).toMatchObject({ isIncomplete: true, height: 88 })
    expect(frame?.bytes).toHaveLength(Math.floor(88 * 0.6) * 72 * 2)
  })
  test('handed-over-twice: the same frame is delivered twice and can be released twice', async () => {
    const { frames, general, time, types } = await exposedWith('handed-over-twice')
    expect(frames().map(({ exposureId }) => exposureId)).toEqual(['exposure-1', 'exposure-1'])
    general.release('exposure-1')
    await time.advance(2000)
    general.prepare('capture-2', context)
    general.release('exposure-1')
    await time.advance(2000)
    expect(types().at(-1)).toBe('prepared')
  })
})

describe('faults of the generator', () => {
  test('a generator error stops the exposure and stays until it is switched off', async () => {
    const { time, simulator, generator, types, armed } = startSimulator()
    await armed()
    expect(simulator.expose('general')).toBe('pressed')
    await time.advance(500)
    generator.setFault('generator-error', true)
    await time.advance(5000)
    expect(types()).not.toContain('radiation')
    expect(generator.status()).toMatchObject({ ex: 21 })
    expect(simulator.expose('general')).toBe('error')
    generator.setFault('generator-error', false)
    expect(generator.status()).toMatchObject({ ex: 0 })
  })
  test('without a generator nothing can be set, and the sensor is exposed by an unknown one', async () => {
    const { generator, simulator, armed, time, types } = startSimulator()
    await armed()
    generator.setFault('no-generator', true)
    expect(() => generator.status()).toThrow(GeneratorAbsent)
    await expect(generator.set('kv', 70)).rejects.toThrow(GeneratorAbsent)
    expect(simulator.expose('general')).toBe('exposed')
    await time.advance(10)
    expect(types().at(-1)).toBe('radiation')
  })
  test('the generator’s values cannot be changed during an exposure', async () => {
    const { generator, simulator, time, armed } = startSimulator()
    await armed()
    simulator.expose('general')
    await time.advance(900)
    expect(await generator.set('kv', 120)).toMatchObject({ kv: 60, ex: 2 })
  })
})
