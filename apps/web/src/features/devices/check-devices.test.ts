import { describe, expect, test } from 'vitest'
import { dental, general } from '../../testing/sensors.ts'
import { checkDevices } from './check-devices.ts'
import type { DeviceCircumstances } from './check-devices.ts'

const ready: DeviceCircumstances = {
  sensors: [general, dental],
  state: 'Ready',
  isStreamOpen: true,
  generator: 'available',
}

test('with everything ready there is no problem', () => {
  expect(checkDevices('General', ready)).toBeUndefined()
  expect(checkDevices('Dental', { ...ready, generator: 'unavailable' })).toBeUndefined()
  expect(checkDevices('General', { ...ready, generator: 'disabled' })).toBeUndefined()
})

describe('what is missing is told, the first thing first', () => {
  test('no sensor at all', () => {
    expect(checkDevices('General', { ...ready, sensors: [] })?.type).toBe('none-registered')
  })
  test('none for the modality', () => {
    const now = { ...ready, sensors: [general] }
    expect(checkDevices('Dental', now)).toEqual({ type: 'other-modality', modality: 'Dental' })
  })
  test('no connection, or no answer', () => {
    const expected = { type: 'sensor-unavailable', sensor: general }
    const closed = { ...ready, isStreamOpen: false, state: 'NotAvailable' } as const
    expect(checkDevices('General', closed)).toEqual(expected)
    expect(checkDevices('General', { ...ready, state: undefined })).toEqual(expected)
  })
  test('a state other than Ready, also that the panel is not there', () => {
    for (const state of ['NotAvailable', 'PreparingSensor', 'LoadingImage'] as const)
      expect(checkDevices('General', { ...ready, state })).toEqual({
        type: 'not-ready',
        sensor: general,
        state,
      })
  })
  test('the generator, for General', () => {
    const now = { ...ready, generator: 'unavailable' } as const
    expect(checkDevices('General', now)).toEqual({ type: 'generator-unavailable' })
  })
})
