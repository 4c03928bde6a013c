import { HangingProtocol, species } from '@talus/contract'
import { expect, test } from 'vitest'
import {
  formatHangingRegion,
  getBuiltInHanging,
  getHangingRegion,
  teethRegion,
} from './hanging-protocols.ts'

const regions = ['Chest', 'Abdomen', 'Skull', 'Hip', 'Back Legs', 'Stifle', 'Carpus', teethRegion]

test('every built-in layout can be saved as the layout of a clinic', () => {
  for (const [index, name] of species.entries())
    for (const bodyPart of regions) {
      const stages = getBuiltInHanging(name, bodyPart)
      expect(HangingProtocol.parse({ speciesId: index + 1, bodyPart, stages })).toMatchObject({
        stages,
      })
    }
})

test('a thorax shows its laterals side by side, then the straight view, then the last study below', () => {
  const [first, , second, , last] = getBuiltInHanging('Canine', 'Chest')
  expect(first).toMatchObject({ rows: 1, columns: 2 })
  expect(first?.cells.map((cell) => cell?.views[0])).toEqual(['RLAT', 'LLAT'])
  expect(second?.cells.map((cell) => cell?.views)).toEqual([['VD', 'DV']])
  expect(last?.cells.map((cell) => cell?.isPrior)).toEqual([false, false, true, true])
})

test('both sides of a joint are hung together', () => {
  expect(getHangingRegion('Left Stifle')).toBe(getHangingRegion('Right Stifle'))
  expect(getHangingRegion('Chest')).toBe('Chest')
})

test.each([
  ['Chest', 'Chest', 'Thorax'],
  ['Stifle', 'Stifle', 'Grasset'],
  [teethRegion, 'Teeth', 'Dents'],
])('the region %s has a name without a side in both languages', (region, en, fr) => {
  expect([formatHangingRegion(region, 'en'), formatHangingRegion(region, 'fr')]).toEqual([en, fr])
})
