import { expect, test } from 'vitest'
import { general, statusOf } from '../../testing/sensors.ts'
import { generatorFace, panelFace } from './faces.ts'
import type { SensorState, SensorStatus } from './sensor-state.ts'

const panel = (state: SensorState | undefined, status: Partial<SensorStatus> = {}) =>
  panelFace({
    sensor: general,
    state,
    status: statusOf({ ...(state && { state }), ...status }),
    isStreamOpen: true,
    isConnecting: false,
  })

test('the panel shows its state, each with a tone', () => {
  expect(panel('Ready')).toEqual({ tone: 'ready', word: 'Ready' })
  expect(panel('PreparingSensor').tone).toBe('armed')
  expect(panel('WaitingForRadiation').tone).toBe('waiting')
  expect(panel('LoadingImage').tone).toBe('working')
  expect(panel('NotAvailable')).toEqual({ tone: 'error', word: 'NotAvailable' })
})

test('a panel that does not answer, or is not there, says so', () => {
  expect(panel(undefined)).toEqual({ tone: 'error', word: 'silent' })
  const away = { state: undefined, status: undefined, isStreamOpen: false }
  expect(panelFace({ ...away, sensor: undefined, isConnecting: false }).word).toBe('none')
  expect(panelFace({ ...away, sensor: general, isConnecting: true }).word).toBe('connecting')
})

test('a panel that is ready but not well says what it has', () => {
  expect(panel('Ready', { health: 'Warn', battery: 6 })).toEqual({
    tone: 'attention',
    word: 'battery',
    percent: 6,
  })
  expect(panel('Ready', { health: 'Error', temp: 51.5 })).toEqual({
    tone: 'error',
    word: 'temp',
    degrees: 51.5,
  })
  expect(panel('Ready', { health: 'Error', fault: 'disk-full' })).toMatchObject({
    word: 'fault',
    fault: 'disk-full',
  })
  expect(panel('Ready', { health: 'Error' })).toEqual({ tone: 'error', word: 'error' })
  expect(panel('Ready', { health: 'Warn' })).toEqual({ tone: 'attention', word: 'warn' })
})

test('the state of an exposure is more than the health of the panel', () => {
  expect(panel('WaitingForRadiation', { health: 'Warn', battery: 6 }).tone).toBe('waiting')
})

const generator = (ex: number | undefined, pw = 1, isStreamOpen = true) =>
  generatorFace({
    isDisabled: false,
    isAvailable: false,
    isConnecting: false,
    isStreamOpen,
    values: { pw, ...(ex !== undefined && { ex }) },
    scales: undefined,
    set: async () => {},
    step: async () => {},
  })

test('the generator says how far it is, or what it lacks', () => {
  expect(generator(0)).toEqual({ tone: 'ready', word: 'ready' })
  expect(generator(0, 0)).toEqual({ tone: 'error', word: 'off' })
  expect(generator(1).word).toBe('preparing')
  expect(generator(3).word).toBe('exposing')
  expect(generator(21)).toEqual({ tone: 'error', word: 'error', code: 21 })
  expect(generator(0, 1, false).word).toBe('silent')
  expect(generator(undefined).word).toBe('silent')
})
