import { expect, test } from 'vitest'
import { suggestTools } from './suggest-tools.ts'

const suggest = (species: string, ...images: readonly (readonly [string, string])[]) =>
  suggestTools(
    images.map(([bodyPart, bodyPartView]) => ({ bodyPart, bodyPartView })),
    species,
  )

test('the measurements of the heart are suggested for a chest, the atrium for a lateral only', () => {
  expect(suggest('Canine', ['Chest', 'VD'])).toEqual(['vhs'])
  expect(suggest('Feline', ['Chest', 'VD'], ['Chest', 'RLAT'])).toEqual(['vhs', 'vlas'])
})

test('osteotomies are suggested for a lateral of a stifle, hip angles for a straight view', () => {
  expect(suggest('Canine', ['Left Stifle', 'LAT'])).toEqual(['tplo', 'tta'])
  expect(suggest('Canine', ['Back Legs', 'VD'])).toEqual(['norberg', 'distraction'])
  expect(suggest('Canine', ['Left Stifle', 'VD'])).toEqual([])
})

test('nothing is suggested for other parts, nor for species without reference values', () => {
  expect(suggest('Canine', ['Skull', 'LAT'], ['', ''])).toEqual([])
  expect(suggest('Equine', ['Chest', 'LAT'], ['Right Stifle', 'LM'])).toEqual([])
})
