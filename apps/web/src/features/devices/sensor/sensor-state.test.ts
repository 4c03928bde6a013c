import { expect, test } from 'vitest'
import {
  parseHealth,
  applyUpdate,
  isCapturing,
  isIdle,
  initialSensorState,
  getSensorState,
} from './sensor-state.ts'
import type { SensorConnectionState, SensorUpdate, SensorState } from './sensor-state.ts'
import { createSensorStatus } from '../../../testing/sensors.ts'

const after = (...updates: SensorUpdate[]): SensorConnectionState =>
  updates.reduce(applyUpdate, initialSensorState)
const reported = (state: SensorState): SensorUpdate => ({
  type: 'reported',
  status: createSensorStatus({ state }),
})

test('the sensor state is unknown before the first event', () => {
  expect(getSensorState(initialSensorState)).toBeUndefined()
  expect(getSensorState(after({ type: 'opened' }))).toBeUndefined()
})

test('an open stream gives the sensor state; without a stream the sensor is not available', () => {
  expect(getSensorState(after({ type: 'opened' }, reported('Ready')))).toBe('Ready')
  expect(getSensorState(after({ type: 'opened' }, reported('Ready'), { type: 'closed' }))).toBe(
    'NotAvailable',
  )
  expect(getSensorState(after({ type: 'closed' }))).toBe('NotAvailable')
})

test('a poll updates the status while the stream is closed, but not the sensor state', () => {
  const status = createSensorStatus({ state: 'Ready', battery: 44 })
  const state = after({ type: 'closed' }, { type: 'polled', status, countAtRequest: 0 })
  expect([getSensorState(state), state.status?.battery]).toEqual(['NotAvailable', 44])
})

test('a poll response is ignored if the stream has reported a state since the request', () => {
  const late: SensorUpdate = {
    type: 'polled',
    status: createSensorStatus({ state: 'Ready' }),
    countAtRequest: 0,
  }
  expect(getSensorState(after({ type: 'opened' }, reported('PreparingSensor'), late))).toBe(
    'PreparingSensor',
  )
  const fresh: SensorUpdate = { ...late, countAtRequest: 1 }
  expect(getSensorState(after({ type: 'opened' }, reported('PreparingSensor'), fresh))).toBe(
    'Ready',
  )
})

test('a failed poll clears the status', () => {
  const state = after({ type: 'opened' }, reported('Ready'), { type: 'poll-failed' })
  expect([state.status, getSensorState(state)]).toEqual([undefined, undefined])
})

test('the last sensor state is kept while the stream reconnects', () => {
  expect(getSensorState(after({ type: 'opened' }, reported('Ready'), { type: 'connecting' }))).toBe(
    'Ready',
  )
})

test('a capture is in progress from the radiation until the end of the clean-up', () => {
  const states: SensorState[] = [
    'NotAvailable',
    'Ready',
    'PreparingSensor',
    'WaitingForRadiation',
    'RadiationReceived',
    'LoadingImage',
    'PostAcquisitionCleanup',
  ]
  expect(states.filter(isCapturing)).toEqual(states.slice(4))
  expect(states.filter(isIdle)).toEqual(states.slice(0, 2))
  expect([isCapturing(undefined), isIdle(undefined)]).toEqual([false, true])
})

test('a health value other than Ok and Warn is an error', () => {
  expect(['Ok', 'Warn', 'Error', 'Unknown', ''].map(parseHealth)).toEqual([
    'Ok',
    'Warn',
    'Error',
    'Error',
    'Error',
  ])
})
