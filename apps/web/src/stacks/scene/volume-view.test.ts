import { getPositionRotation, identity } from '@talus/volume'
import { expect, test } from 'vitest'
import { nameSide, viewSides } from './volume-view.ts'

const name = (region: 'body' | 'head' | 'human', correction = identity) =>
  viewSides.map((side) => nameSide(side, { region, correction }))

test('the sides of the 3D view have the words of the animal', () => {
  expect(name('body')).toEqual(['left', 'right', 'dorsal', 'ventral', 'cranial', 'caudal'])
  expect(name('head')).toEqual(['left', 'right', 'dorsal', 'ventral', 'rostral', 'caudal'])
  expect(new Set(name('human'))).toEqual(
    new Set(['left', 'right', 'anterior', 'posterior', 'head', 'foot']),
  )
})

test('a correction of the position turns the view with its word', () => {
  expect(name('body', getPositionRotation('HFP', 'HFS'))).toEqual(name('body'))
})
