import { apiOf } from '../office.ts'
import { expect, test } from './room.ts'

interface Sensor {
  readonly id: number
  readonly modality: 'General' | 'Dental'
}

interface SensorNow {
  readonly status: { readonly state: string }
}

test('the server reaches the bridge, notices its faults and that it is gone, and finds it again', async ({
  simulator,
}) => {
  const api = await apiOf('operator.en')
  const { body: sensors } = await api<Sensor[]>('GET', 'sensor')
  const general = sensors.find(({ modality }) => modality === 'General')
  const stateNow = async () => {
    const { status, body } = await api<SensorNow>('GET', `sensor/${general?.id}/status`)
    return status === 200 ? body.status.state : 'no answer'
  }

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
