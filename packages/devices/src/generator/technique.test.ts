import { describe, expect, test } from 'vitest'
import { ValueNotInScale } from '../driver.ts'
import type { GeneratorValues } from '../driver.ts'
import { findChanges, formatGeneratorStatus, parseGeneratorStatus } from './status-lines.ts'
import { findNearest, findNeighbour, isInScale, defaultScales } from './scales.ts'
import { isAvailable, isExposing, computeMx, stepMx, applyOrder } from './technique.ts'

const values: GeneratorValues = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 1, fo: 1, ws: 1 }
const set = (order: Parameters<typeof applyOrder>[1], value: number, from = values) =>
  applyOrder(from, order, value, defaultScales)

describe('the scales', () => {
  test('the scales follow the R10 series', () => {
    expect(defaultScales.kv).toHaveLength(86)
    expect(defaultScales.ma).toEqual([
      10, 12.5, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320, 400, 500,
    ])
    expect(defaultScales.ms.slice(0, 4)).toEqual([1, 1.25, 1.6, 2])
    expect(defaultScales.ms.at(-1)).toBe(5000)
    expect(defaultScales.ms).toHaveLength(38)
    expect([defaultScales.mx[0], defaultScales.mx[1], defaultScales.mx.at(-1)]).toEqual([
      0.1, 0.125, 500,
    ])
  })
  test('a step goes to the next value of the scale and stops at its end', () => {
    expect(findNeighbour(defaultScales.ma, 100, 1)).toBe(125)
    expect(findNeighbour(defaultScales.ma, 100, -1)).toBe(80)
    expect(findNeighbour(defaultScales.ma, 110, -1)).toBe(100)
    expect(findNeighbour(defaultScales.kv, 125, 1)).toBe(125)
    expect(findNeighbour(defaultScales.kv, 40, -1)).toBe(40)
  })
  test('a value off the scale becomes the nearest one, and the lower one in case of a tie', () => {
    expect(findNearest(defaultScales.kv, 71.5)).toBe(71)
    expect(findNearest(defaultScales.ms, 1e9)).toBe(5000)
    expect(findNearest(defaultScales.ma, 0)).toBe(10)
  })
})

describe('setting a value', () => {
  test('setting a value keeps mAs exactly equal to mA times ms divided by 1000', () => {
    expect(computeMx(160, 16)).toBe(2.56)
    expect(computeMx(12.5, 1.6)).toBe(0.02)
    expect(set('ms', 50)).toMatchObject({ ms: 50, mx: 5 })
  })
  test('the current is lowered so that the tube never exceeds 32 kW', () => {
    expect(set('ma', 500)).toMatchObject({ kv: 60, ma: 500 })
    expect(set('kv', 100, { ...values, ma: 500 })).toMatchObject({ kv: 100, ma: 320, mx: 6.4 })
    for (const kv of defaultScales.kv)
      for (const ma of defaultScales.ma) {
        const after = set('kv', kv, { ...values, ma })
        expect(after.kv * after.ma).toBeLessThanOrEqual(32_000)
      }
  })
  test('the small focus allows at most 100 mA', () => {
    expect(set('fo', 0, { ...values, ma: 320 })).toMatchObject({ fo: 0, ma: 100, mx: 2 })
    expect(set('ma', 400, { ...values, fo: 0 })).toMatchObject({ ma: 100 })
  })
  test('setting the power to on or off changes no other value', () => {
    expect(set('pw', 0)).toEqual({ ...values, pw: 0 })
    expect(set('pw', 1, { ...values, pw: 0 })).toEqual(values)
  })
  test.each([
    ['kv', 9999],
    ['kv', 39],
    ['kv', 71.5],
    ['ma', 0],
    ['ma', 99],
    ['ms', 12_345],
    ['ms', 0.1],
    ['fo', 5],
    ['ws', 7],
    ['pw', 2],
    ['pw', 0.5],
    ['kv', NaN],
  ] as const)('a value that is not in the scale is refused: %s %d', (order, value) => {
    expect(() => set(order, value)).toThrow(ValueNotInScale)
    expect(isInScale(defaultScales, order, value)).toBe(false)
  })
  test('a step of mAs changes the time', () => {
    expect(stepMx(values, 1, defaultScales)).toMatchObject({ ma: 100, ms: 25, mx: 2.5 })
    expect(stepMx(values, -1, defaultScales)).toMatchObject({ ma: 100, ms: 16, mx: 1.6 })
  })
})

test('a generator is available if it has power, no exposure and no error', () => {
  expect(isAvailable(values)).toBe(true)
  expect(isAvailable({ ...values, ex: 3 })).toBe(false)
  expect(isAvailable({ ...values, ex: 21 })).toBe(false)
  expect(isAvailable({ ...values, pw: 0 })).toBe(false)
})

test('a generator exposes from the preparation of the tube to the end of the radiation', () => {
  expect([0, 1, 2, 3, 10, 21].map((ex) => isExposing({ ex }))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ])
})

describe('lines of key:value', () => {
  test('formatted status lines are parsed back to the same values', () => {
    expect(formatGeneratorStatus(values)).toBe(
      'mx:2\nms:20\nma:100\nkv:60\nex:0\npw:1\nfo:1\nws:1\n',
    )
    expect(parseGeneratorStatus(formatGeneratorStatus(values))).toEqual(values)
  })
  test('damaged status lines and unknown keys are skipped', () => {
    const text = 'kv:70\r\nma:\nms:1e9\nxx:3\n:5\nkv\nmx: 2.56 \nfo:NaN\n__proto__:1'
    expect(parseGeneratorStatus(text)).toEqual({ kv: 70, mx: 2.56 })
  })
  test('only changed values are reported', () => {
    expect(findChanges(values, { ...values, kv: 62, mx: 2.1 })).toEqual({ kv: 62, mx: 2.1 })
    expect(findChanges(values, values)).toEqual({})
  })
})
