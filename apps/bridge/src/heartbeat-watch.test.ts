import { heartbeatLostMs } from '@talus/contract'
import { createSimulatedGenerator, noGenerator } from '@talus/devices'
import type { ExposureState } from '@talus/devices'
import { expect, test } from 'vitest'
import { createManualTime } from '../../../packages/devices/src/testing/manual-time.ts'
import { createGeneratorControl } from './generator-control.ts'
import { watchHeartbeat } from './heartbeat-watch.ts'
import { createLeases } from './leases.ts'

const silentLog = () => undefined

async function openTestGenerator() {
  const time = createManualTime()
  const driver = createSimulatedGenerator(time.timing)
  driver.start(() => undefined)
  await driver.set('pw', 1)
  const sensor: { state: ExposureState } = { state: 'Ready' }
  const leases = createLeases(
    time.timing,
    () => false,
    () => undefined,
  )
  const control = createGeneratorControl(driver, () => ({ ...leases, state: () => sensor.state }))
  const heartbeat = watchHeartbeat(time.timing, control, silentLog)
  heartbeat.start()
  return { time, driver, sensor, leases, control, heartbeat, power: () => driver.values().pw }
}

test('the generator is switched off when no request of a server comes for ten seconds', async () => {
  const { time, heartbeat, power } = await openTestGenerator()
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await time.advance(5000)
    heartbeat.onRequest()
  }
  expect(power()).toBe(1)
  await time.advance(heartbeatLostMs - 1)
  expect(power()).toBe(1)
  await time.advance(1)
  expect(power()).toBe(0)
})

test('a bridge without any request of a server switches the generator off', async () => {
  const { time, power } = await openTestGenerator()
  await time.advance(heartbeatLostMs)
  expect(power()).toBe(0)
})

test('the generator is switched off once: a user may switch it on at its console without a server', async () => {
  const { time, driver, power } = await openTestGenerator()
  await time.advance(heartbeatLostMs)
  await driver.set('pw', 1)
  await time.advance(10 * heartbeatLostMs)
  expect(power()).toBe(1)
})

test('an exposure in progress is finished and read before the generator is switched off', async () => {
  const { time, driver, sensor, power } = await openTestGenerator()
  await time.advance(heartbeatLostMs - 500)
  expect(driver.press(() => (sensor.state = 'RadiationReceived'))).toBe('pressed')
  await time.advance(1000)
  expect([power(), driver.values().ex]).toEqual([1, 2])
  await time.advance(1000)
  expect([power(), driver.values().ex, sensor.state]).toEqual([1, 0, 'RadiationReceived'])
  sensor.state = 'LoadingImage'
  await time.advance(5000)
  expect(power()).toBe(1)
  sensor.state = 'PostAcquisitionCleanup'
  await time.advance(500)
  expect(power()).toBe(0)
})

test('a server that returns during an exposure keeps the generator on', async () => {
  const { time, sensor, heartbeat, power } = await openTestGenerator()
  sensor.state = 'LoadingImage'
  await time.advance(heartbeatLostMs + 1000)
  heartbeat.onRequest()
  sensor.state = 'Ready'
  await time.advance(heartbeatLostMs - 1)
  expect(power()).toBe(1)
})

test('a bridge that was suspended first reads the requests that came meanwhile', async () => {
  const { time, driver, control } = await openTestGenerator()
  let fire: () => void = () => undefined
  let now = time.timing.now()
  const timing = {
    now: () => now,
    after: (_milliseconds: number, call: () => void) => {
      fire = call
      return () => undefined
    },
  }
  const heartbeat = watchHeartbeat(timing, control, silentLog)
  heartbeat.start()
  now += 60_000
  fire()
  await time.advance(0)
  expect(driver.values().pw).toBe(1)
  now += 1000
  fire()
  await time.advance(0)
  expect(driver.values().pw).toBe(0)
})

test('a bridge that stops switches the generator off, and nothing happens without a generator', async () => {
  const { heartbeat, power } = await openTestGenerator()
  await heartbeat.stop()
  expect(power()).toBe(0)

  const time = createManualTime()
  const control = createGeneratorControl(noGenerator, () => undefined)
  const other = watchHeartbeat(time.timing, control, silentLog)
  other.start()
  await time.advance(3 * heartbeatLostMs)
  await other.stop()
})

test('while a lease is held, only its holder sets and switches the generator', async () => {
  const { driver, leases, control } = await openTestGenerator()
  await control.set('kv', 70, undefined)
  const { leaseId } = leases.acquire({ holder: 'Room 1' })
  for (const [order, value] of [
    ['kv', 55],
    ['pw', 0],
    ['pw', 1],
  ] as const)
    for (const other of [undefined, 'another-lease'])
      await expect(control.set(order, value, other)).rejects.toMatchObject({
        code: 'bridge/lease-held',
        detail: 'Room 1',
      })
  expect(driver.values()).toMatchObject({ kv: 70, pw: 1 })
  expect(await control.set('kv', 72, leaseId)).toMatchObject({ kv: 72 })
  leases.release(leaseId)
  expect(await control.set('kv', 55, undefined)).toMatchObject({ kv: 55 })
})

test('no order is accepted during an exposure, not even one of the holder', async () => {
  const { time, driver, sensor, leases, control } = await openTestGenerator()
  const { leaseId } = leases.acquire({ holder: 'Room 1' })
  driver.press(() => (sensor.state = 'RadiationReceived'))
  await time.advance(900)
  await expect(control.set('kv', 55, leaseId)).rejects.toMatchObject({ code: 'bridge/exposing' })
  await time.advance(1000)
  await expect(control.set('pw', 0, leaseId)).rejects.toMatchObject({ code: 'bridge/exposing' })
  expect(driver.values()).toMatchObject({ kv: 60, pw: 1 })
})

test('a value that is not in the scale is not passed to the driver', async () => {
  const { driver, control } = await openTestGenerator()
  for (const [order, value] of [
    ['kv', 9999],
    ['ms', 12_345],
    ['fo', 5],
    ['pw', 2],
  ] as const)
    await expect(control.set(order, value, undefined)).rejects.toThrow('no value')
  expect(driver.values()).toMatchObject({ kv: 60, ms: 20, fo: 0, pw: 1 })
})
