import { expect, test } from 'vitest'
import { generalSensor, createSensorStatus } from '../../../testing/sensors.ts'
import { getGeneratorStatus, getPanelStatus } from './status-labels.ts'
import type { SensorState, SensorStatus } from '../sensor/sensor-state.ts'

const panel = (state: SensorState | undefined, status: Partial<SensorStatus> = {}) =>
  getPanelStatus({
    sensor: generalSensor,
    state,
    status: createSensorStatus({ ...(state && { state }), ...status }),
    isStreamOpen: true,
    isConnecting: false,
  })

test('shows the state of the panel with its tone', () => {
  expect(panel('Ready')).toEqual({ tone: 'ready', label: 'Ready' })
  expect(panel('PreparingSensor').tone).toBe('armed')
  expect(panel('WaitingForRadiation').tone).toBe('waiting')
  expect(panel('LoadingImage').tone).toBe('working')
  expect(panel('NotAvailable')).toEqual({ tone: 'error', label: 'NotAvailable' })
})

test('reports a panel that does not answer, is not registered or is connecting', () => {
  expect(panel(undefined)).toEqual({ tone: 'error', label: 'silent' })
  const away = { state: undefined, status: undefined, isStreamOpen: false }
  expect(getPanelStatus({ ...away, sensor: undefined, isConnecting: false }).label).toBe('none')
  expect(getPanelStatus({ ...away, sensor: generalSensor, isConnecting: true }).label).toBe(
    'connecting',
  )
})

test('reports the health problem of a panel that is ready', () => {
  expect(panel('Ready', { health: 'Warn', battery: 6 })).toEqual({
    tone: 'attention',
    label: 'battery',
    percent: 6,
  })
  expect(panel('Ready', { health: 'Error', temp: 51.5 })).toEqual({
    tone: 'error',
    label: 'temp',
    degrees: 51.5,
  })
  expect(panel('Ready', { health: 'Error', fault: 'disk-full' })).toMatchObject({
    label: 'fault',
    fault: 'disk-full',
  })
  expect(panel('Ready', { health: 'Error' })).toEqual({ tone: 'error', label: 'error' })
  expect(panel('Ready', { health: 'Warn' })).toEqual({ tone: 'attention', label: 'warn' })
})

test('shows the state of an exposure instead of a health problem of the panel', () => {
  expect(panel('WaitingForRadiation', { health: 'Warn', battery: 6 }).tone).toBe('waiting')
})

const generator = (ex: number | undefined, pw = 1, isStreamOpen = true) =>
  getGeneratorStatus({
    isDisabled: false,
    isAvailable: false,
    isConnecting: false,
    isStreamOpen,
    values: { pw, ...(ex !== undefined && { ex }) },
    scales: undefined,
    set: async () => {},
    step: async () => {},
  })

test('reports the state or the problem of the generator', () => {
  expect(generator(0)).toEqual({ tone: 'ready', label: 'ready' })
  expect(generator(0, 0)).toEqual({ tone: 'error', label: 'off' })
  expect(generator(1).label).toBe('preparing')
  expect(generator(3).label).toBe('exposing')
  expect(generator(21)).toEqual({ tone: 'error', label: 'error', code: 21 })
  expect(generator(0, 1, false).label).toBe('silent')
  expect(generator(undefined).label).toBe('silent')
})
