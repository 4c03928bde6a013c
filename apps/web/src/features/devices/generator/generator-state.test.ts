import { defaultScales } from '@talus/devices'
import { describe, expect, test } from 'vitest'
import {
  applyPoll,
  applyReport,
  findFocalSizeByInitial,
  getFocalSize,
  isGeneratorAvailable,
  initialGeneratorState,
  getNextFocus,
  getShownValues,
  computeStep,
} from './generator-state.ts'
import type { SteppedValue, KnownValues } from './generator-state.ts'

const values = { kv: 60, ma: 100, ms: 20, mx: 2, fo: 0, ex: 0, pw: 1, ws: 1 }
const step = (
  key: SteppedValue,
  direction: 1 | -1,
  from: KnownValues = values,
  scales = defaultScales,
) => computeStep(key, direction, from, scales)

describe('computeStep', () => {
  test('returns the neighbouring value of the scale', () => {
    expect(step('kv', 1)).toEqual({ setting: 'kv', value: 61 })
    expect(step('ma', -1)).toEqual({ setting: 'ma', value: 80 })
    expect(step('ms', 1)).toEqual({ setting: 'ms', value: 25 })
  })
  test('rounds a value between two scale values in the direction of the step', () => {
    expect(step('ma', 1, { ...values, ma: 110 })).toEqual({ setting: 'ma', value: 125 })
    expect(step('ma', -1, { ...values, ma: 110 })).toEqual({ setting: 'ma', value: 100 })
  })
  test('returns undefined at the end of the scale', () => {
    expect(step('kv', 1, { ...values, kv: 125 })).toBeUndefined()
    expect(step('kv', -1, { ...values, kv: 40 })).toBeUndefined()
  })
  test('changes the exposure time for a step of mAs', () => {
    expect(step('mx', 1)).toEqual({ setting: 'ms', value: 25 })
    expect(step('mx', -1)).toEqual({ setting: 'ms', value: 16 })
  })
  test('always changes the time for a step of mAs, even if the mAs scale is finer than the time scale', () => {
    const coarse = { ...defaultScales, ms: [10, 20, 100] }
    expect(step('mx', 1, values, coarse)).toEqual({ setting: 'ms', value: 100 })
    expect(step('mx', -1, values, coarse)).toEqual({ setting: 'ms', value: 10 })
  })
  test('steps mAs without a scale for mAs', () => {
    expect(computeStep('mx', 1, values, { ms: defaultScales.ms })).toEqual({
      setting: 'ms',
      value: 25,
    })
  })
  test('returns undefined if the value or the scale is unknown', () => {
    expect(computeStep('kv', 1, values, {})).toBeUndefined()
    expect(computeStep('kv', 1, values, { kv: [] })).toBeUndefined()
    expect(computeStep('kv', 1, {}, defaultScales)).toBeUndefined()
    expect(computeStep('mx', 1, {}, defaultScales)).toBeUndefined()
  })
})

describe('getShownValues', () => {
  test('shows a pending value until the generator has answered', () => {
    expect(getShownValues({ values, pending: { kv: 70 } })).toEqual({ ...values, kv: 70 })
    expect(getShownValues({ values, pending: {} })).toEqual(values)
  })
  test('computes mAs as mA times ms divided by 1000', () => {
    expect(getShownValues({ values, pending: { ms: 16, ma: 160 } }).mx).toBe(2.56)
  })
  test('omits mAs if mA or ms is unknown', () => {
    expect(getShownValues({ values: {}, pending: { ms: 16 } }).mx).toBeUndefined()
  })
})

test('a generator is available if it is idle, switched on and connected', () => {
  const open = { ...initialGeneratorState, isStreamOpen: true, values }
  expect(isGeneratorAvailable(open)).toBe(true)
  expect(isGeneratorAvailable({ ...open, isStreamOpen: false })).toBe(false)
  expect(isGeneratorAvailable({ ...open, isAnswering: false })).toBe(false)
  expect(isGeneratorAvailable({ ...open, values: { ...values, ex: 21 } })).toBe(false)
  expect(isGeneratorAvailable({ ...open, values: { ...values, pw: 0 } })).toBe(false)
  expect(isGeneratorAvailable({ ...open, values: {} })).toBe(false)
})

test('a report after a poll without an answer makes the generator available at once', () => {
  const open = { ...initialGeneratorState, isStreamOpen: true, values }
  const hung = applyPoll(open, false, open.values)
  expect(isGeneratorAvailable(hung)).toBe(false)
  expect(isGeneratorAvailable(applyReport(hung, { kv: 60 }))).toBe(true)
  // The report has arrived while the poll was waiting for its answer.
  expect(isGeneratorAvailable(applyPoll(applyReport(open, { kv: 60 }), false, values))).toBe(true)
})

describe('focal sizes', () => {
  test('are found by the initial of their name', () => {
    expect(findFocalSizeByInitial('Small')?.fo).toBe(0)
    expect(findFocalSizeByInitial('l')?.fo).toBe(1)
    expect(findFocalSizeByInitial('Medium')).toBeUndefined()
    expect([getFocalSize(0)?.initial, getFocalSize(1)?.initial, getFocalSize(7)]).toEqual([
      'S',
      'L',
      undefined,
    ])
  })
  test('alternate, as far as the generator supports them', () => {
    expect([getNextFocus(0, defaultScales), getNextFocus(1, defaultScales)]).toEqual([1, 0])
    expect(getNextFocus(0, undefined)).toBe(1)
    expect(getNextFocus(0, { fo: [0] })).toBeUndefined()
  })
})
