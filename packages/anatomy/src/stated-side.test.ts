import { expect, test } from 'vitest'
import { findSideChange, getStatedSide, isCorrectionWithoutSide } from './stated-side.ts'

test.each([
  ['Left Carpus', 'LAT', 'L'],
  ['Right Elbow', 'CRCD', 'R'],
  ['Chest', 'rlat', 'R'],
  ['Chest', 'LLAT', 'L'],
  ['Chest', 'RLD', 'R'],
  ['Left LEG', '', 'L'],
  ['104 - RU - Canine', '', 'R'],
  ['Left Hand', 'PA', 'L'],
  ['Coude droit', 'X', 'R'],
  ['Front Legs', 'VD', undefined],
  ['Chest', 'VD', undefined],
  ['Left and right carpus', 'DP', undefined],
])('%s %s states the side %s', (bodyPart, bodyPartView, side) => {
  expect(getStatedSide({ bodyPart, bodyPartView })).toBe(side)
})

test('a correction changes the side only if both annotations state one', () => {
  const right = { bodyPart: 'Right Elbow', bodyPartView: 'CRCD' }
  const left = { bodyPart: 'Left Elbow', bodyPartView: 'CRCD' }
  const chest = { bodyPart: 'Chest', bodyPartView: 'VD' }
  expect(findSideChange(right, left)).toEqual({ from: 'R', to: 'L' })
  expect(findSideChange(left, left)).toBeUndefined()
  expect(findSideChange(right, chest)).toBeUndefined()
  expect(findSideChange(chest, right)).toBeUndefined()
})

test('a corrected limb needs a side unless it is shown from above or the text is that of a received file', () => {
  const lacksSide = (bodyPart: string, bodyPartView: string, isOwn = true) =>
    isCorrectionWithoutSide({ bodyPart, bodyPartView }, isOwn)
  expect(lacksSide('Front Legs', 'LM')).toBe(true)
  expect(lacksSide('Front Legs', 'lm', false)).toBe(true)
  expect(lacksSide('Front Legs', 'oblique')).toBe(true)
  expect(lacksSide('Front Legs', 'oblique', false)).toBe(false)
  expect(lacksSide('Back Legs', 'VD')).toBe(false)
  expect(lacksSide('Left Carpus', 'LM')).toBe(false)
  expect(lacksSide('Coude', 'LM')).toBe(false)
})
