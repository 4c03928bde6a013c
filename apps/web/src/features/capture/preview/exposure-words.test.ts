import { expect, it } from 'vitest'
import { deviationText, exposureOf } from './exposure-words.ts'

it('a deviation has a word, a colour and a place', () => {
  expect(exposureOf(0)).toEqual({ band: 'onTarget', tone: 'green', at: 0.5 })
  expect(exposureOf(0.8)).toMatchObject({ band: 'slightlyOver', tone: 'green' })
  expect(exposureOf(-2)).toEqual({ band: 'under', tone: 'amber', at: 0.25 })
  expect(exposureOf(9)).toEqual({ band: 'excessive', tone: 'red', at: 1 })
  expect(exposureOf(-9)).toEqual({ band: 'repeat', tone: 'red', at: 0 })
})

it('a deviation is written with its sign', () => {
  expect([0, 0.04, -0.04, 1.26, -3].map((one) => deviationText(one, 'en'))).toEqual([
    '0.0',
    '0.0',
    '0.0',
    '+1.3',
    '−3.0',
  ])
  expect(deviationText(2.5, 'fr')).toBe('+2,5')
})
