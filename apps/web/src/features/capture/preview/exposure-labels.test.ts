import { expect, it } from 'vitest'
import { formatDeviation, describeExposure, isLowerBound } from './exposure-labels.ts'

it('maps a deviation index to a band, a colour and a position on the scale', () => {
  expect(describeExposure(0)).toEqual({ band: 'onTarget', tone: 'green', at: 0.5 })
  expect(describeExposure(0.8)).toMatchObject({ band: 'slightlyOver', tone: 'green' })
  expect(describeExposure(-2)).toEqual({ band: 'under', tone: 'amber', at: 0.25 })
  expect(describeExposure(9)).toEqual({ band: 'excessive', tone: 'red', at: 1 })
  expect(describeExposure(-9)).toEqual({ band: 'repeat', tone: 'red', at: 0 })
})

it('takes the band of a deviation index from its rounded value', () => {
  expect(describeExposure(1.04)).toMatchObject({ band: 'slightlyOver', tone: 'green' })
  expect(describeExposure(1.06)).toMatchObject({ band: 'over', tone: 'amber' })
})

it('takes the indices as lower bounds if half of the anatomy is saturated', () => {
  expect([null, 0.49, 0.5].map(isLowerBound)).toEqual([false, false, true])
})

it('formats a deviation index with its sign', () => {
  expect([0, 0.04, -0.04, 1.26, -3].map((one) => formatDeviation(one, 'en'))).toEqual([
    '0.0',
    '0.0',
    '0.0',
    '+1.3',
    '−3.0',
  ])
  expect(formatDeviation(2.5, 'fr')).toBe('+2,5')
})
