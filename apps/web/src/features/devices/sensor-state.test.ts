import { expect, test } from 'vitest'
import { healthOf, hear, isCapture, isIdle, nothingHeard, stateOf } from './sensor-state.ts'
import type { SensorKnowledge, SensorNews, SensorState } from './sensor-state.ts'
import { statusOf } from '../../testing/sensors.ts'

const after = (...news: SensorNews[]): SensorKnowledge => news.reduce(hear, nothingHeard)
const told = (state: SensorState): SensorNews => ({ type: 'told', status: statusOf({ state }) })

test('before anything is heard nobody knows the state', () => {
  expect(stateOf(nothingHeard)).toBeUndefined()
  expect(stateOf(after({ type: 'opened' }))).toBeUndefined()
})

test('an open stream tells the state, and without it the sensor is not available', () => {
  expect(stateOf(after({ type: 'opened' }, told('Ready')))).toBe('Ready')
  expect(stateOf(after({ type: 'opened' }, told('Ready'), { type: 'closed' }))).toBe('NotAvailable')
  expect(stateOf(after({ type: 'closed' }))).toBe('NotAvailable')
})

test('a poll brings the rest even while the stream is away, but not the state', () => {
  const status = statusOf({ state: 'Ready', battery: 44 })
  const heard = after({ type: 'closed' }, { type: 'answered', status, asked: 0 })
  expect([stateOf(heard), heard.status?.battery]).toEqual(['NotAvailable', 44])
})

test('an answer that was asked for before the stream spoke is older than what it said', () => {
  const late: SensorNews = { type: 'answered', status: statusOf({ state: 'Ready' }), asked: 0 }
  expect(stateOf(after({ type: 'opened' }, told('PreparingSensor'), late))).toBe('PreparingSensor')
  const fresh: SensorNews = { ...late, asked: 1 }
  expect(stateOf(after({ type: 'opened' }, told('PreparingSensor'), fresh))).toBe('Ready')
})

test('a poll that fails clears the status', () => {
  const heard = after({ type: 'opened' }, told('Ready'), { type: 'unanswered' })
  expect([heard.status, stateOf(heard)]).toEqual([undefined, undefined])
})

test('while it connects again what was known last still shows', () => {
  expect(stateOf(after({ type: 'opened' }, told('Ready'), { type: 'connecting' }))).toBe('Ready')
})

test('a capture is in progress from the radiation to the end of the clean-up', () => {
  const states: SensorState[] = [
    'NotAvailable',
    'Ready',
    'PreparingSensor',
    'WaitingForRadiation',
    'RadiationReceived',
    'LoadingImage',
    'PostAcquisitionCleanup',
  ]
  expect(states.filter(isCapture)).toEqual(states.slice(4))
  expect(states.filter(isIdle)).toEqual(states.slice(0, 2))
  expect([isCapture(undefined), isIdle(undefined)]).toEqual([false, true])
})

test('whatever is neither Ok nor Warn is an error', () => {
  expect(['Ok', 'Warn', 'Error', 'Unknown', ''].map(healthOf)).toEqual([
    'Ok',
    'Warn',
    'Error',
    'Error',
    'Error',
  ])
})
