import { usualScales } from '@talus/devices'
import { describe, expect, test } from 'vitest'
import {
  focalSizeBy,
  focalSizeOf,
  isAvailable,
  nothingHeard,
  otherFocus,
  shownOf,
  stepOf,
} from './generator-state.ts'
import type { Stepped, Values } from './generator-state.ts'

const values = { kv: 60, ma: 100, ms: 20, mx: 2, fo: 0, ex: 0, pw: 1, ws: 1 }
const step = (key: Stepped, direction: 1 | -1, from: Values = values, scales = usualScales) =>
  stepOf(key, direction, from, scales)

describe('a step', () => {
  test('goes to the neighbouring allowed value', () => {
    expect(step('kv', 1)).toEqual({ setting: 'kv', value: 61 })
    expect(step('ma', -1)).toEqual({ setting: 'ma', value: 80 })
    expect(step('ms', 1)).toEqual({ setting: 'ms', value: 25 })
  })
  test('from between two values goes to the next one in its direction', () => {
    expect(step('ma', 1, { ...values, ma: 110 })).toEqual({ setting: 'ma', value: 125 })
    expect(step('ma', -1, { ...values, ma: 110 })).toEqual({ setting: 'ma', value: 100 })
  })
  test('ends at the end of the scale', () => {
    expect(step('kv', 1, { ...values, kv: 125 })).toBeUndefined()
    expect(step('kv', -1, { ...values, kv: 40 })).toBeUndefined()
  })
  test('of mAs moves the time', () => {
    expect(step('mx', 1)).toEqual({ setting: 'ms', value: 25 })
    expect(step('mx', -1)).toEqual({ setting: 'ms', value: 16 })
  })
  test('of mAs never stands still where its scale is finer than that of the time', () => {
    const coarse = { ...usualScales, ms: [10, 20, 100] }
    expect(step('mx', 1, values, coarse)).toEqual({ setting: 'ms', value: 100 })
    expect(step('mx', -1, values, coarse)).toEqual({ setting: 'ms', value: 10 })
  })
  test('of mAs works without a scale of its own', () => {
    expect(stepOf('mx', 1, values, { ms: usualScales.ms })).toEqual({ setting: 'ms', value: 25 })
  })
  test('is not made where the generator tells neither value nor scale', () => {
    expect(stepOf('kv', 1, values, {})).toBeUndefined()
    expect(stepOf('kv', 1, values, { kv: [] })).toBeUndefined()
    expect(stepOf('kv', 1, {}, usualScales)).toBeUndefined()
    expect(stepOf('mx', 1, {}, usualScales)).toBeUndefined()
  })
})

describe('what is shown', () => {
  test('is what is wanted, until the generator has answered', () => {
    expect(shownOf({ values, wanted: { kv: 70 } })).toEqual({ ...values, kv: 70 })
    expect(shownOf({ values, wanted: {} })).toEqual(values)
  })
  test('keeps mAs equal to mA times ms by 1000', () => {
    expect(shownOf({ values, wanted: { ms: 16, ma: 160 } }).mx).toBe(2.56)
  })
  test('lacks mAs that cannot be known', () => {
    expect(shownOf({ values: {}, wanted: { ms: 16 } }).mx).toBeUndefined()
  })
})

test('a generator is available when it is idle, switched on and connected', () => {
  const open = { ...nothingHeard, isStreamOpen: true, values }
  expect(isAvailable(open)).toBe(true)
  expect(isAvailable({ ...open, isStreamOpen: false })).toBe(false)
  expect(isAvailable({ ...open, values: { ...values, ex: 21 } })).toBe(false)
  expect(isAvailable({ ...open, values: { ...values, pw: 0 } })).toBe(false)
  expect(isAvailable({ ...open, values: {} })).toBe(false)
})

describe('focal sizes', () => {
  test('are chosen by the initial of their name', () => {
    expect(focalSizeBy('Small')?.fo).toBe(0)
    expect(focalSizeBy('l')?.fo).toBe(1)
    expect(focalSizeBy('Medium')).toBeUndefined()
    expect([focalSizeOf(0)?.initial, focalSizeOf(1)?.initial, focalSizeOf(7)]).toEqual([
      'S',
      'L',
      undefined,
    ])
  })
  test('go round, as far as the generator has them', () => {
    expect([otherFocus(0, usualScales), otherFocus(1, usualScales)]).toEqual([1, 0])
    expect(otherFocus(0, undefined)).toBe(1)
    expect(otherFocus(0, { fo: [0] })).toBeUndefined()
  })
})
