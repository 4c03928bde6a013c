import { expect, test } from './room.ts'
import { callServer } from '../call-server.ts'

test.use({ user: 'operator.en', language: 'en' })

interface Sensor {
  readonly id: number
  readonly modality: 'General' | 'Dental'
}

test('the server reaches the bridge, notices its faults and that it is gone, and finds it again', async ({
  page,
  simulator,
}) => {
  const sensors = await callServer<Sensor[]>(page, 'GET', 'sensor')
  const general = sensors.find(({ modality }) => modality === 'General')
  const stateNow = async () =>
    callServer<{ status: { state: string } }>(page, 'GET', `sensor/${general?.id}/status`).then(
      ({ status }) => status.state,
      () => 'no answer',
    )

  expect(await stateNow()).toBe('Ready')
  await simulator.fault('disconnected')
  expect(await stateNow()).toBe('NotAvailable')
  await simulator.fault('disconnected', false)
  await expect.poll(stateNow).toBe('Ready')
  await simulator.kill()
  expect(await stateNow()).toBe('no answer')
  await simulator.start()
  expect(await stateNow()).toBe('Ready')
})

test('what a test has done to the hardware is over when the next one begins', async ({
  simulator,
}) => {
  await simulator.fault('low-battery')
  await simulator.generatorFault('generator-error')
  await simulator.powerGenerator()
  await simulator.reset()
  const { sensors, generator } = await simulator.picture()
  expect(sensors.flatMap(({ faults }) => faults)).toEqual([])
  expect(generator).toMatchObject({ status: { pw: 0, ex: 0 }, faults: [] })
  expect(await simulator.press('general')).toBe('off')
  expect(await simulator.press('dental')).toBe('not-armed')
})
