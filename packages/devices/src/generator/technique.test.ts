import { describe, expect, test } from 'vitest'
import type { GeneratorValues } from '../driver.ts'
import { changesBetween, linesOf, valuesOf } from './lines.ts'
import { nearest, neighbour, usualScales } from './scales.ts'
import { isAvailable, mxOf, stepMx, withOrder } from './technique.ts'

const values: GeneratorValues = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 1, fo: 1, ws: 1 }
const set = (order: Parameters<typeof withOrder>[1], value: number, from = values) =>
  withOrder(from, order, value, usualScales)

describe('the scales', () => {
  test('are those of the R10 series', () => {
    expect(usualScales.kv).toHaveLength(86)
    expect(usualScales.ma).toEqual([
      10, 12.5, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320, 400, 500,
    ])
    expect(usualScales.ms.slice(0, 4)).toEqual([1, 1.25, 1.6, 2])
    expect(usualScales.ms.at(-1)).toBe(5000)
    expect(usualScales.ms).toHaveLength(38)
    expect([usualScales.mx[0], usualScales.mx[1], usualScales.mx.at(-1)]).toEqual([0.1, 0.125, 500])
  })
  test('a step goes to the neighbour and ends at the last one', () => {
    expect(neighbour(usualScales.ma, 100, 1)).toBe(125)
    expect(neighbour(usualScales.ma, 100, -1)).toBe(80)
    expect(neighbour(usualScales.ma, 110, -1)).toBe(100)
    expect(neighbour(usualScales.kv, 125, 1)).toBe(125)
    expect(neighbour(usualScales.kv, 40, -1)).toBe(40)
  })
  test('what is not on the scale becomes the nearest, in doubt the lower one', () => {
    expect(nearest(usualScales.kv, 71.5)).toBe(71)
    expect(nearest(usualScales.ms, 1e9)).toBe(5000)
    expect(nearest(usualScales.ma, 0)).toBe(10)
  })
})

describe('setting a value', () => {
  test('keeps mAs equal to mA times ms by 1000, exactly', () => {
    expect(mxOf(160, 16)).toBe(2.56)
    expect(mxOf(12.5, 1.6)).toBe(0.02)
    expect(set('ms', 50)).toMatchObject({ ms: 50, mx: 5 })
  })
  test('never asks more of the tube than 32 kW: the current gives way', () => {
    expect(set('ma', 500)).toMatchObject({ kv: 60, ma: 500 })
    expect(set('kv', 100, { ...values, ma: 500 })).toMatchObject({ kv: 100, ma: 320, mx: 6.4 })
    for (const kv of usualScales.kv)
      for (const ma of usualScales.ma) {
        const after = set('kv', kv, { ...values, ma })
        expect(after.kv * after.ma).toBeLessThanOrEqual(32_000)
      }
  })
  test('the small focus bears 100 mA', () => {
    expect(set('fo', 0, { ...values, ma: 320 })).toMatchObject({ fo: 0, ma: 100, mx: 2 })
    expect(set('ma', 400, { ...values, fo: 0 })).toMatchObject({ ma: 100 })
  })
  test('power is on or off, and nothing else changes', () => {
    expect(set('pw', 0)).toEqual({ ...values, pw: 0 })
    expect(set('pw', 7, { ...values, pw: 0 })).toEqual(values)
  })
  test('a step of mAs moves the time', () => {
    expect(stepMx(values, 1, usualScales)).toMatchObject({ ma: 100, ms: 25, mx: 2.5 })
    expect(stepMx(values, -1, usualScales)).toMatchObject({ ma: 100, ms: 16, mx: 1.6 })
  })
})

test('available means: no exposure, no error, and power', () => {
  expect(isAvailable(values)).toBe(true)
  expect(isAvailable({ ...values, ex: 3 })).toBe(false)
  expect(isAvailable({ ...values, ex: 21 })).toBe(false)
  expect(isAvailable({ ...values, pw: 0 })).toBe(false)
})

describe('lines of key:value', () => {
  test('what is written is read again', () => {
    expect(linesOf(values)).toBe('mx:2\nms:20\nma:100\nkv:60\nex:0\npw:1\nfo:1\nws:1\n')
    expect(valuesOf(linesOf(values))).toEqual(values)
  })
  test('damaged lines and unknown keys are left out', () => {
    const text = 'kv:70\r\nma:\nms:1e9\nxx:3\n:5\nkv\nmx: 2.56 \nfo:NaN\n__proto__:1'
    expect(valuesOf(text)).toEqual({ kv: 70, mx: 2.56 })
  })
  test('only what changed is told', () => {
    expect(changesBetween(values, { ...values, kv: 62, mx: 2.1 })).toEqual({ kv: 62, mx: 2.1 })
    expect(changesBetween(values, values)).toEqual({})
  })
})
