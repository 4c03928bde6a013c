import { createApi } from '../support/clinic-fixture.ts'
import { expect, test } from './capture-fixture.ts'

interface Sensor {
  readonly id: number
  readonly modality: 'General' | 'Dental'
}

interface SensorStatus {
  readonly status: { readonly state: string }
}

test('the server reports the state of the bridge: its faults, its disconnection and its return', async ({
  simulator,
}) => {
  const api = await createApi('operator.en')
  const { body: sensors } = await api<Sensor[]>('GET', 'sensor')
  const general = sensors.find(({ modality }) => modality === 'General')
  const readState = async () => {
    const { status, body } = await api<SensorStatus>('GET', `sensor/${general?.id}/status`)
    return status === 200 ? body.status.state : 'no answer'
  }

  expect(await readState()).toBe('Ready')
  await simulator.setFault('disconnected')
  expect(await readState()).toBe('NotAvailable')
  await simulator.setFault('disconnected', false)
  await expect.poll(readState).toBe('Ready')
  await simulator.kill()
  expect(await readState()).toBe('no answer')
  await simulator.start()
  expect(await readState()).toBe('Ready')
})

test('reset restores the initial state of the simulated hardware', async ({ simulator }) => {
  await simulator.setFault('low-battery')
  await simulator.setGeneratorFault('generator-error')
  await simulator.setGeneratorPower()
  await simulator.reset()
  const { sensors, generator } = await simulator.readState()
  expect(sensors.flatMap(({ faults }) => faults)).toEqual([])
  expect(generator).toMatchObject({ status: { pw: 0, ex: 0 }, faults: [] })
  expect(await simulator.press('general')).toBe('off')
  expect(await simulator.press('dental')).toBe('not-armed')
})
