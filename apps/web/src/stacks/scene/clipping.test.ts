import { identity, wholeBox } from '@talus/volume'
import { expect, test } from 'vitest'
import { cutSide, getCut, isClipped, listClippingSides } from './clipping.ts'
import { createStack } from '../testing/stacks.ts'

const body = { region: 'body', correction: identity } as const

test('the sides have the words of the animal and name all six directions', () => {
  const sides = listClippingSides(createStack('ct', 4), 0, body)
  expect(sides.map(({ words }) => words[0])).toStrictEqual([
    'right',
    'left',
    'ventral',
    'dorsal',
    'caudal',
    'cranial',
  ])
})

test('a cut removes its share and leaves the opposite side', () => {
  const cut = cutSide(wholeBox, { axis: 1, end: 'to' }, 0.3)
  expect(cut).toStrictEqual({ from: [0, 0, 0], to: [1, 0.7, 1] })
  expect(getCut(cut, { axis: 1, end: 'to' })).toBeCloseTo(0.3)
  expect(getCut(cut, { axis: 1, end: 'from' })).toBe(0)
  expect(isClipped(cut)).toBe(true)
  expect(isClipped(wholeBox)).toBe(false)
})

test('two cuts never meet, and a share outside of the volume is limited', () => {
  const low = cutSide(wholeBox, { axis: 0, end: 'from' }, 0.6)
  const both = cutSide(low, { axis: 0, end: 'to' }, 0.9)
  expect(both.to[0] - both.from[0]).toBeCloseTo(0.05)
  expect(cutSide(wholeBox, { axis: 2, end: 'from' }, -1)).toStrictEqual(wholeBox)
})
