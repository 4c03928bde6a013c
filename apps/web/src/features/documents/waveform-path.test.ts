import { expect, test } from 'vitest'
import { drawChannel } from './waveform-path.ts'

const channel = { name: 'II', unit: 'mV', scale: 0.005, offset: 0 }

test('a millivolt is 10 mm high and a second 25 mm long', () => {
  const { path, zero, gain } = drawChannel({ ...channel, samples: [0, 200, 0] }, 2)
  expect(gain).toBe(10)
  expect(path).toBe(`M0 ${zero}L12.5 ${zero - 10}L25 ${zero}`)
})

test('a missing sample interrupts the line', () => {
  const { path } = drawChannel({ ...channel, samples: [0, null, 0, 0] }, 25)
  expect(path.match(/M/gu)).toHaveLength(2)
})

test('a channel that would be taller than the page is drawn smaller', () => {
  const { height, gain } = drawChannel({ ...channel, samples: [0, 32_000] }, 500)
  expect(gain).toBeLessThan(10)
  expect(height).toBeLessThan(70)
})
