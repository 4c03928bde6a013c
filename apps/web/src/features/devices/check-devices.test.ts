import { describe, expect, test } from 'vitest'
import { dentalSensor, generalSensor } from '../../testing/sensors.ts'
import { checkDevices } from './check-devices.ts'
import type { DeviceSnapshot } from './check-devices.ts'

const ready: DeviceSnapshot = {
  sensors: [generalSensor, dentalSensor],
  state: 'Ready',
  isStreamOpen: true,
  generator: 'available',
}

test('reports no problem if all devices are ready', () => {
  expect(checkDevices('General', ready)).toBeUndefined()
  expect(checkDevices('Dental', { ...ready, generator: 'unavailable' })).toBeUndefined()
  expect(checkDevices('General', { ...ready, generator: 'disabled' })).toBeUndefined()
})

describe('checkDevices reports the first problem', () => {
  test('if no sensor is registered', () => {
    expect(checkDevices('General', { ...ready, sensors: [] })?.type).toBe('none-registered')
  })
  test('if no sensor of the modality is registered', () => {
    const now = { ...ready, sensors: [generalSensor] }
    expect(checkDevices('Dental', now)).toEqual({ type: 'other-modality', modality: 'Dental' })
  })
  test('if the event stream is closed or the sensor has not answered', () => {
    const expected = { type: 'sensor-unavailable', sensor: generalSensor }
    const closed = { ...ready, isStreamOpen: false, state: 'NotAvailable' } as const
    expect(checkDevices('General', closed)).toEqual(expected)
    expect(checkDevices('General', { ...ready, state: undefined })).toEqual(expected)
  })
  test('if the sensor is in a state other than Ready, including NotAvailable', () => {
    for (const state of ['NotAvailable', 'PreparingSensor', 'LoadingImage'] as const)
      expect(checkDevices('General', { ...ready, state })).toEqual({
        type: 'not-ready',
        sensor: generalSensor,
        state,
      })
  })
  test('if the sensor is armed for another study, with its user', () => {
    const use = { scope: 'elsewhere' } as const
    const now = { ...ready, state: 'WaitingForRadiation', otherUse: use } as const
    expect(checkDevices('General', now)).toEqual({ type: 'in-use', use })
    expect(checkDevices('General', { ...ready, otherUse: use })).toBeUndefined()
  })
  test('if the generator is unavailable, for the General modality only', () => {
    const now = { ...ready, generator: 'unavailable' } as const
    expect(checkDevices('General', now)).toEqual({ type: 'generator-unavailable' })
  })
})
